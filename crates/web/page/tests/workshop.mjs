// What the browser tests share: a browser, a page that complains of nothing, axe, and patience.
//
// A page changes when an answer comes, whenever that is. So tests never read once and compare: they
// say what they expect, and `eventually` reads until it is so.

import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, before } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const url = process.env.SOLE_URL ?? 'http://127.0.0.1:8642';
/** The data folder of the server, for tests that damage files. */
export const data = process.env.SOLE_DATA;
const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
/** Where screenshots are kept. */
export const pictures = process.env.SOLE_PICTURES ?? join(root, 'target/page');
/** Milliseconds until what was expected is given up. */
const PATIENCE = 30_000;
/** Milliseconds between two looks. */
const PAUSE = 50;
/** Milliseconds by which every answer is late, and how many times as slow the processor is then. */
const slowness = Number(process.env.SOLE_SLOW ?? 0);
const SLOW_PROCESSOR = 4;
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let browser;
before(async () => {
  await mkdir(pictures, { recursive: true });
  browser = await chromium.launch({ executablePath, headless: true, args: flags });
});
after(() => browser?.close());

export const sizes = { phone: [360, 740], tablet: [768, 1024], desktop: [1280, 860] };

/** Answers come late and the page works slowly, so that whoever does not wait for them is found out. */
async function slowDown(page) {
  await page.route(/\/(api|standard|assets|men\.svg)\b/, async (route) => {
    await pause(slowness);
    await route.continue().catch(() => undefined);
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PROCESSOR });
}

/** The requests of each page that were not answered yet; the news of jobs come for as long as those run. */
const requests = new WeakMap();

function follow(page) {
  const open = new Set();
  requests.set(page, open);
  page.on('request', (request) => request.resourceType() === 'eventsource' || open.add(request));
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => open.delete(request));
}

/** Until all that was asked is answered, drawn, and led to no further question. */
export const quiet = (page) =>
  eventually(async () => {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.deepEqual([...requests.get(page)].map((request) => request.url()), []);
  });

/** Opens an address, runs a test on it, and fails on errors of the page and requests to elsewhere. A size is a name or `[width, height]`. */
export async function visit(path, act, { size = 'desktop', scheme = 'light', tolerate = () => false } = {}) {
  const [width, height] = sizes[size] ?? size;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    bypassCSP: false,
  });
  const faults = [];
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) faults.push(message.text());
  });
  page.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(url) && !/^(data|blob):/.test(address)) faults.push(`asks elsewhere: ${address}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`);
  });
  follow(page);
  page.setDefaultTimeout(PATIENCE);
  if (slowness) await slowDown(page);
  try {
    await page.goto(url + path);
    await page.locator('h1').waitFor();
    await act(page);
  } catch (error) {
    await page.screenshot({ path: join(pictures, 'failed.png'), fullPage: true }).catch(() => undefined);
    throw error;
  } finally {
    await context.close();
  }
  assert.deepEqual(faults.filter((fault) => !tolerate(fault)), []);
}

/** Reads and checks again and again until the check passes; fails as it failed last. */
export async function eventually(check) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await pause(PAUSE);
  }
}

/** Whether what is read becomes equal to a value, or like a pattern. */
export const expectRead = (read, wanted, words) =>
  eventually(async () => {
    const found = await read();
    if (wanted instanceof RegExp) assert.match(found, wanted, words);
    else assert.deepEqual(found, wanted, words);
  });

export const expectText = (locator, wanted) => expectRead(() => locator.textContent(), wanted);
export const expectAttribute = (locator, name, wanted) => expectRead(() => locator.getAttribute(name), wanted);
export const expectCount = (locator, wanted) => expectRead(() => locator.count(), wanted);
export const expectOpen = (details, wanted) => expectRead(() => details.evaluate(({ open }) => open), wanted);
/** The address without the server. */
export const expectLink = (page, wanted) => expectRead(() => linkTo(page), wanted);
/** The element that has the focus, by something it has. */
export const expectFocus = (page, selector) => page.locator(`${selector}:focus`).waitFor({ state: 'attached' });

/** Fails if axe finds anything. It is evaluated, not added as a script, since the policy forbids those. */
export async function assertAccessible(page) {
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const { violations: found } = await window.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return found.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((n) => n.html.slice(0, 160)).join(' | ')}`);
  });
  assert.deepEqual(violations, []);
}

/** How much two colours of computed styles differ in lightness, as WCAG counts it: 1 to 21. */
export function contrast(one, other) {
  const lightness = (color) => {
    const [r, g, b] = color.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark, light] = [lightness(one), lightness(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The parts of `rgb(1, 2, 3)`. */
export const colorParts = (text) => text.match(/[\d.]+/g).slice(0, 3).map(Number);

/** Fails if the page is wider than the window. */
export async function assertNoSideways(page) {
  const [scroll, client] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  assert.ok(scroll <= client, `${scroll} px wide in a window of ${client} px`);
}

export async function picture(page, name) {
  await quiet(page);
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

export const square = (page, name) => page.locator(`[data-square="${name}"]`);

/** The man on a square becomes this one, as `wK`, or null. */
export const expectMan = (page, name, man) =>
  expectRead(() => square(page, name).evaluate((element) => element.querySelector('[data-man]')?.dataset.man ?? null), man);

/** Picks a man up that can move, and puts it where it can go. */
export async function byClicks(page, uci) {
  await page.locator(`[data-square="${uci.slice(0, 2)}"].can`).click();
  await page.locator(`[data-square="${uci.slice(2, 4)}"].target`).click();
}

/** The square at the top left, as the board shows it. */
export const expectFirstSquare = (page, name) => expectAttribute(page.locator('[data-square]').first(), 'data-square', name);

export const button = (page, name) => page.getByRole('button', { name, exact: true });

/** The result of a command, from the API. */
export async function ask(path, query = {}) {
  const response = await fetch(`${url}/api/${path}?${new URLSearchParams(query)}`);
  return (await response.json()).result;
}

/** What is seen, for another browser to open. */
export const linkTo = (page) => page.url().slice(url.length);

/** What a button saves. */
export async function saved(page, name) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(page, name).click(),
  ]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}
