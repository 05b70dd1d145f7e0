// Every page at three widths, dark and light: it loads, fits, and axe finds nothing.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { assertAccessible, assertNoSideways, expectAttribute, expectRead, expectText, picture, quiet, sizes, visit } from './workshop.mjs';

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
      Play: ['ending', 'fen'],
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

test('all scripts together are at most 150 kB gzipped', async () => {
  const folder = join(dirname(fileURLToPath(import.meta.url)), '../dist/assets');
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const bytes = await Promise.all(scripts.map(async (name) => gzipSync(await readFile(join(folder, name))).length));
  const total = bytes.reduce((sum, part) => sum + part, 0);
  console.log(`# scripts: ${scripts.length} files, ${total} bytes gzipped`);
  assert.ok(total > 0 && total <= 150_000, `${total} bytes`);
});
