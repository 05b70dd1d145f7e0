// Atlas: grown and built from the page, plotted, and every number that of the API.

import assert from 'node:assert/strict';
import test from 'node:test';
import { assertAccessible, assertNoSideways, picture, sizes, url, visit } from './workshop.mjs';

const ask = async (path, query = {}) => {
  const response = await fetch(`${url}/api/${path}?${new URLSearchParams(query)}`);
  return (await response.json()).result;
};
const button = (page, name) => page.getByRole('button', { name, exact: true });

/** The table of a plot, row by row; numbers without the spaces between thousands. */
const numbersOf = (page, name) =>
  page.getByTestId(name).locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => [...row.cells].map((cell) => cell.textContent.replace(/\u202f/g, ''))),
  );

/** The titles of the bars or points of a plot, as `name: number`. */
const titlesOf = (page, name) =>
  page.getByTestId(name).locator('svg title').evaluateAll((titles) => titles.map((title) => title.textContent.trim()));

const LONG = { timeout: 120_000 };

test('the atlas is grown from the page, and its plots have its numbers', () =>
  visit('/atlas', async (page) => {
    await button(page, 'Grow the atlas').waitFor();
    if (!(await page.getByTestId('growth').count())) {
      await page.getByTestId('no-atlas').waitFor();
      await page.getByLabel('Plies').selectOption('4');
      await picture(page, 'atlas-empty');
      await assertAccessible(page);
      await button(page, 'Grow the atlas').click();
    }
    await page.getByTestId('growth').waitFor(LONG);
    const { layers } = await ask('atlas/stats');
    assert.ok(layers.length >= 4, `${layers.length} layers`);
    const growth = await numbersOf(page, 'growth');
    assert.deepEqual(
      growth.map((row) => row.slice(0, 4)),
      layers.map(({ ply, positions, games, unique }) => [ply, positions, games, unique].map(String)),
    );
    const points = await titlesOf(page, 'growth');
    for (const { ply, positions, games } of layers) {
      assert.ok(points.includes(`positions at ${ply}: ${positions}`), `positions of ply ${ply}`);
      assert.ok(points.includes(`games at ${ply}: ${games}`), `games of ply ${ply}`);
    }
    const ends = await numbersOf(page, 'ends');
    assert.deepEqual(
      ends,
      layers.map(({ ply, ...layer }) =>
        [ply, ...['checks', 'mates', 'stalemates', 'dead'].map((name) => layer[name].positions)].map(String),
      ),
    );
    const men = await numbersOf(page, 'men');
    const last = layers.at(-1);
    assert.ok(men.at(-1)[1].startsWith(`${last.men.find((part) => part.men === 32).positions} (`), men.at(-1)[1]);
    await button(page, 'Games').click();
    assert.match(page.url(), /count=games/);
    const games = await numbersOf(page, 'ends');
    assert.deepEqual(games.map((row) => row[1]), layers.map(({ checks }) => String(checks.games)));
  }));

test('an ending is built from the page, and its plots have its numbers', () =>
  visit('/atlas?ending=KQvK', async (page) => {
    await page.locator('[data-testid="no-table"], [data-testid="conclusion"]').first().waitFor();
    if (await page.getByTestId('no-table').count()) {
      await picture(page, 'atlas-no-table');
      await assertAccessible(page);
      await button(page, 'Build KQvK').click();
    }
    await page.getByTestId('conclusion').waitFor(LONG);
    const stats = await ask('endgame/stats', { material: 'KQvK' });
    assert.equal((await page.getByTestId('conclusion').textContent()).replace(/\u202f/g, ' '), stats.conclusion.text);
    const [white, black] = await numbersOf(page, 'outcomes');
    const { white_to_move: w, black_to_move: b } = stats;
    assert.deepEqual(white.slice(1, 4), [w.win, w.draw, w.loss].map(String));
    assert.deepEqual(black.slice(1, 4), [b.loss, b.draw, b.win].map(String));
    for (const [side, key, winning] of [['white', 'white_to_move', 'win'], ['black', 'black_to_move', 'loss']]) {
      const bins = stats.histogram[key].filter(({ category }) => category === winning);
      const rows = new Map((await numbersOf(page, `distances-${side}`)).map((row) => [row[0], row[1]]));
      for (const { moves, positions } of bins) assert.equal(rows.get(String(moves)), String(positions), `${side} ${moves}`);
      const bars = await titlesOf(page, `distances-${side}`);
      for (const { moves, positions } of bins) assert.ok(bars.includes(`White wins, ${moves}: ${positions}`), `${side} ${moves}`);
    }
    const record = page.getByRole('link', { name: 'Play it' }).first();
    const fen = stats.longest.white_to_move.fen.replaceAll(' ', '_');
    assert.ok(decodeURIComponent(await record.getAttribute('href')).includes(fen), 'the record can be played');
    await record.click();
    await page.getByRole('heading', { level: 1, name: 'Play' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Atlas' }).waitFor();
  }));

test('heat maps of kings say what they rest on, and count what was drawn', () =>
  visit('/atlas?ending=KQvK', async (page) => {
    await page.getByTestId('sample').waitFor(LONG);
    const words = (await page.getByTestId('sample').textContent()).replace(/\s+/g, ' ');
    assert.match(words, /Estimated from 300 positions of KQvK drawn by lot/);
    const rows = await numbersOf(page, 'kings-w');
    assert.equal(rows.length, 64);
    for (const [square, all, won] of rows) assert.equal(all, won, `White to move always wins KQvK, also from ${square}`);
    const mirror = { a: 'h', b: 'g', c: 'f', d: 'e' };
    const counts = new Map(rows.map(([square, all]) => [square, all]));
    for (const [left, right] of Object.entries(mirror)) assert.equal(counts.get(`${left}2`), counts.get(`${right}2`));
    await button(page, 'Black to move').click();
    await page.waitForFunction(() => /Black to move/.test(document.querySelector('[data-testid="sample"]')?.textContent ?? ''), undefined, LONG);
    await page.waitForFunction(() => document.querySelectorAll('[data-testid="kings-b"] tbody tr').length === 64);
    const black = await numbersOf(page, 'kings-b');
    const sum = (place) => black.reduce((total, row) => total + Number(row[place]), 0);
    assert.ok(sum(2) < sum(1), 'Black to move sometimes captures the queen');
  }));

test('a text that is no ending is refused, and one that is leads on', () =>
  visit('/atlas', async (page) => {
    await page.getByLabel('Or any men').fill('QvR');
    await button(page, 'Show').click();
    assert.match(await page.getByRole('alert').textContent(), /not an ending/);
    await page.getByLabel('Or any men').fill('kqk');
    await button(page, 'Show').click();
    assert.match(page.url(), /ending=KQvK/);
  }));

for (const size of Object.keys(sizes)) {
  for (const scheme of ['light', 'dark']) {
    test(`the atlas with all its plots at ${size} width, ${scheme}`, () =>
      visit('/atlas?ending=KQvK', async (page) => {
        await page.getByTestId('growth').waitFor(LONG);
        await page.getByTestId('sample').waitFor(LONG);
        for (const details of await page.locator('figure summary').all()) {
          await details.focus();
          await page.keyboard.press('Enter');
        }
        await assertAccessible(page);
        await assertNoSideways(page);
        for (const details of await page.locator('figure summary').all()) await details.click();
        await picture(page, `atlas-plots-${size}-${scheme}`);
      }, { size, scheme }));
  }
}
