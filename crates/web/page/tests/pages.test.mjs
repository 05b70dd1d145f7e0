// Every page at three widths, dark and light: it loads, fits, and axe finds nothing.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { assertAccessible, assertNoSideways, picture, sizes, visit } from './workshop.mjs';

const pages = {
  home: '/',
  play: '/play',
  solve: '/solve',
  sudoku: '/sudoku',
  compose: '/compose',
  collections: '/collections',
  atlas: '/atlas',
  missing: '/nowhere',
};

/** Until no request has been under way for a while. */
const settled = (page) => page.waitForLoadState('networkidle');

for (const [name, path] of Object.entries(pages)) {
  for (const size of Object.keys(sizes)) {
    test(`${name} at ${size} width`, () =>
      visit(path, async (page) => {
        await settled(page);
        await picture(page, `${name}-${size}`);
        await assertNoSideways(page);
        await assertAccessible(page);
      }, { size }));
  }
  test(`${name} in the dark`, () =>
    visit(path, async (page) => {
      await settled(page);
      await picture(page, `${name}-dark`);
      await assertAccessible(page);
    }, { scheme: 'dark' }));
}

test('headings are in order', async () => {
  for (const path of Object.values(pages)) {
    await visit(path, async (page) => {
      await settled(page);
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
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to the content');
    const theme = page.getByRole('button', { name: /Light or dark/ });
    await theme.focus();
    const shown = async () => page.evaluate(() => document.documentElement.dataset.theme);
    assert.equal(await shown(), 'auto');
    await page.keyboard.press('Enter');
    assert.equal(await shown(), 'light');
    await page.keyboard.press('Enter');
    assert.equal(await shown(), 'dark');
    await page.reload();
    assert.equal(await shown(), 'dark');
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
      Compose: ['fen', 'stipulation'],
      Collections: [],
    };
    for (const name of order) {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      const isOwn = (wanted) => [...new URLSearchParams(location.search).keys()].sort().join() === wanted;
      if (own[name]) await page.waitForFunction(isOwn, own[name].join());
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
