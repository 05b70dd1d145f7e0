// Every page at three widths, dark and light: it loads, fits, and axe finds nothing.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import {
  assertAccessible,
  assertNoSideways,
  byClicks,
  expectAttribute,
  expectCount,
  expectLink,
  expectMan,
  expectRead,
  expectText,
  picture,
  quiet,
  sizes,
  url,
  visit,
} from './workshop.mjs';

/** Addresses, and what is there when all has come that comes by itself. */
const pages = {
  home: ['/', 'figure svg'],
  play: ['/play', '[data-square].can'],
  solve: ['/solve', '[data-square].can'],
  sudoku: ['/sudoku', '[data-cell]'],
  compose: ['/compose', '[data-testid="light"]:not(.stale)'],
  collections: ['/collections', 'main li'],
  atlas: ['/atlas', 'button:text("Grow the atlas")'],
  missing: ['/nowhere', 'h1'],
};

async function settled(page, sign) {
  await page.locator(sign).first().waitFor();
  await quiet(page);
}

for (const [name, [path, sign]] of Object.entries(pages)) {
  for (const size of Object.keys(sizes)) {
    test(`${name} at ${size} width`, () =>
      visit(path, async (page) => {
        await settled(page, sign);
        await picture(page, `${name}-${size}`);
        await assertNoSideways(page);
        await assertAccessible(page);
      }, { size }));
  }
  test(`${name} in the dark`, () =>
    visit(path, async (page) => {
      await settled(page, sign);
      await picture(page, `${name}-dark`);
      await assertAccessible(page);
    }, { scheme: 'dark' }));
}

test('headings are in order', async () => {
  for (const [path, sign] of Object.values(pages)) {
    await visit(path, async (page) => {
      await settled(page, sign);
      const levels = await page.$$eval('h1, h2, h3, h4', (found) => found.map((h) => Number(h.tagName[1])));
      assert.equal(levels.filter((level) => level === 1).length, 1, `${path} has one h1`);
      levels.reduce((last, level) => {
        assert.ok(level <= last + 1, `${path}: h${level} after h${last}`);
        return level;
      }, 0);
    });
  }
});

test('the skip link and the theme switch work by keyboard', () =>
  visit('/', async (page) => {
    await page.keyboard.press('Tab');
    await expectText(page.locator(':focus'), 'Skip to the content');
    const theme = page.getByRole('button', { name: /Light or dark/ });
    await theme.focus();
    const shown = (wanted) => expectAttribute(page.locator('html'), 'data-theme', wanted);
    await shown('auto');
    await page.keyboard.press('Enter');
    await shown('light');
    await page.keyboard.press('Enter');
    await shown('dark');
    await page.reload();
    await shown('dark');
  }));

test('links change the page without loading it anew, and back goes back', () =>
  visit('/', async (page) => {
    await page.evaluate(() => (window.stays = true));
    await page.getByRole('link', { name: 'Play' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Play' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Exactly one solution' }).waitFor();
    assert.equal(await page.evaluate(() => window.stays), true);
  }));

test('a page that is left leaves nothing in the address of the next one', () =>
  visit('/play?fen=7k/8/5K2/8/8/8/8/6Q1_w_-_-_0_1', async (page) => {
    const order = ['Solve', 'Compose', 'Solve', 'Play', 'Collections', 'Solve', 'Sudoku', 'Compose', 'Atlas', 'Play'];
    const own = {
      Play: ['fen'],
      Solve: ['collection', 'id'],
      Sudoku: ['grid'],
      Compose: ['fen', 'stipulation'],
      Collections: [],
      Atlas: [],
    };
    for (const name of order) {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      const names = () => [...new URL(page.url()).searchParams.keys()].sort();
      await expectRead(names, own[name]);
    }
  }));

const menu = (page, name) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name });

async function open(page, name) {
  await menu(page, name).click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

test('the menu leads back to where each page was left', () =>
  visit('/sudoku?grid=1.....2..3.....4', async (page) => {
    await page.locator('[data-cell="r1c2"]').click();
    await page.keyboard.press('2');
    await expectLink(page, /values=\.2/);
    await open(page, 'Solve');
    await page.getByLabel('Kind').selectOption('proof');
    await expectLink(page, /kind=proof&id=/);
    await open(page, 'Play');
    await byClicks(page, 'd1d3');
    await expectLink(page, /moves=d1d3,/);
    await open(page, 'Compose');
    await page.getByRole('button', { name: 'Empty' }).click();
    await expectLink(page, /fen=8\/8\/8\/8\/8\/8\/8\/8_/);
    await open(page, 'Sudoku');
    await expectAttribute(page.locator('[data-cell="r1c2"]'), 'aria-label', /value 2/);
    await page.reload();
    await open(page, 'Solve');
    await expectText(page.getByTestId('question'), /How did this arise/);
    await open(page, 'Play');
    await expectMan(page, 'd3', 'wQ');
    await open(page, 'Compose');
    await expectCount(page.locator('[data-square] [data-man]'), 0);
    // The entry of the page itself begins it anew.
    await menu(page, 'Compose').click();
    await expectMan(page, 'd4', 'wK');
  }));

test('the entries of the menu stay where they are', () =>
  visit('/play', async (page) => {
    const places = () =>
      page.$$eval('header nav a', (links) => links.map((link) => Math.round(link.getBoundingClientRect().x * 10) / 10));
    const before = await places();
    for (const name of ['Collections', 'Solve', 'Atlas']) {
      await open(page, name);
      await expectRead(places, before, name);
    }
  }));

test('a page that cannot be loaded says so, and comes when the server is back', () =>
  visit('/', async (page) => {
    await quiet(page);
    await page.route('**/*', (route) => route.abort());
    await menu(page, 'Atlas').click();
    const alert = page.getByRole('alert');
    await expectText(alert, /the server does not answer/);
    await expectText(alert, /^(?!.*(preload|import))/s);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expectText(alert, /the server does not answer/);
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Grow the atlas' }).waitFor();
    await assertAccessible(page);
  }));

test('Solve and Sudoku are printed on one page, without what is to be pressed', async () => {
  for (const path of ['/solve?collection=browser&id=1', '/sudoku']) {
    await visit(path, async (page) => {
      await page.locator('[data-square].can, [data-cell]').first().waitFor();
      await quiet(page);
      const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
      assert.equal(sheets.length, 1, path);
      await page.emulateMedia({ media: 'print' });
      await expectCount(page.locator('button:visible:not([role="gridcell"])'), 0);
      await page.getByRole('grid').waitFor();
    });
  }
});

test('the page and long answers come compressed', async () => {
  const html = await (await fetch(url)).text();
  const script = /src="([^"]+\.js)"/.exec(html)[1];
  for (const path of [script, '/api/openapi.json']) {
    const { headers } = await fetch(url + path);
    assert.equal(headers.get('content-encoding'), 'gzip', path);
    assert.match(headers.get('vary'), /accept-encoding/, path);
  }
});

test('all scripts together are at most 150 kB gzipped', async () => {
  const folder = join(dirname(fileURLToPath(import.meta.url)), '../dist/assets');
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const bytes = await Promise.all(scripts.map(async (name) => gzipSync(await readFile(join(folder, name))).length));
  const total = bytes.reduce((sum, part) => sum + part, 0);
  console.log(`# scripts: ${scripts.length} files, ${total} bytes gzipped`);
  assert.ok(total > 0 && total <= 150_000, `${total} bytes`);
});
