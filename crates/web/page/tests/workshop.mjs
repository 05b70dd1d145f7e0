// What the browser tests share: a browser, a page that complains of nothing, axe.

import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const url = process.env.SOLE_URL ?? 'http://127.0.0.1:8642';
const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
/** Where screenshots are kept. */
export const pictures = process.env.SOLE_PICTURES ?? join(root, 'target/page');
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

/** Opens an address, runs a test on it, and fails on errors of the page and requests to elsewhere. */
export async function visit(path, act, { size = 'desktop', scheme = 'light', tolerate = () => false } = {}) {
  const [width, height] = sizes[size];
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
  page.setDefaultTimeout(20_000);
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

/** Fails if the page is wider than the window. */
export async function assertNoSideways(page) {
  const [scroll, client] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  assert.ok(scroll <= client, `${scroll} px wide in a window of ${client} px`);
}

export const picture = (page, name) => page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });

export const square = (page, name) => page.locator(`[data-square="${name}"]`);

/** The man on a square, as `wK`, or null. */
export const manOn = (page, name) =>
  square(page, name).evaluate((element) => element.querySelector('[data-man]')?.dataset.man ?? null);

/** The squares from the top left to the bottom right, as the board shows them. */
export const shownSquares = (page) => page.$$eval('[data-square]', (squares) => squares.map(({ dataset }) => dataset.square));

/** What is seen, for another browser to open. */
export const linkTo = (page) => page.url().slice(url.length);

/** What a button saves. */
export async function saved(page, button) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}
