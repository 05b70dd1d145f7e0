// Atlas: grown and built from the page, plotted, and every number that of the API.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  ask,
  assertAccessible,
  assertNoSideways,
  button,
  colorParts,
  contrast,
  expectLink,
  expectOpen,
  expectRead,
  expectText,
  linkTo,
  picture,
  sizes,
  visit,
} from './workshop.mjs';

/** The table of a plot, row by row; numbers without the spaces between thousands. */
const numbersOf = (page, name) =>
  page.getByTestId(name).locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => [...row.cells].map((cell) => cell.textContent.replace(/\u202f/g, ''))),
  );

/** The titles of the bars or points of a plot, as `name: number`. */
const titlesOf = (page, name) =>
  page.getByTestId(name).locator('svg title').evaluateAll((titles) => titles.map((title) => title.textContent.trim()));

/** Marks of plots that are seen beside their figure. */
const marksBeyond = (page) =>
  page.$$eval('figure svg.plot :is(rect, path, text):not(defs *)', (marks) =>
    marks.flatMap((mark) => {
      const [{ left, right }, room] = [mark, mark.closest('figure')].map((element) => element.getBoundingClientRect());
      return left < room.left - 0.5 || right > room.right + 0.5 ? [`${mark.outerHTML} from ${left} to ${right}, in ${room.left} to ${room.right}`] : [];
    }),
  );

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
    await expectRead(
      async () => (await numbersOf(page, 'growth')).map((row) => row.slice(0, 4)),
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
    await expectLink(page, /count=games/);
    const checks = async () => (await numbersOf(page, 'ends')).map((row) => row[1]);
    await expectRead(checks, layers.map((layer) => String(layer.checks.games)));
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
    await expectText(page.getByTestId('conclusion'), stats.conclusion.text.replace(/(\d) (?=\d{3}\b)/g, '$1\u202f'));
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

test('heat maps of kings have the numbers of the API, for either side to move', () =>
  visit('/atlas?ending=KQvK', async (page) => {
    await page.getByTestId('kings').waitFor(LONG);
    const { kings, raw } = await ask('endgame/stats', { material: 'KQvK' });
    const sides = { 'White to move': ['white_to_move', 'win'], 'Black to move': ['black_to_move', 'loss'] };
    for (const [name, [side, won]] of Object.entries(sides)) {
      await button(page, name).click();
      await expectText(page.getByTestId('kings'), new RegExp(name));
      for (const [king, squares] of Object.entries(kings[side])) {
        const rows = await numbersOf(page, `kings-${king[0]}`);
        assert.equal(rows.length, 64);
        for (const [square, all, wins] of rows) {
          const { win, draw, loss } = squares[square];
          assert.deepEqual([all, wins], [win + draw + loss, squares[square][won]].map(String), `${name}, ${king} on ${square}`);
        }
        const sum = rows.reduce((total, [, all]) => total + Number(all), 0);
        assert.equal(sum, raw[side].win + raw[side].draw + raw[side].loss);
      }
    }
    const numbers = await page.getByTestId('kings-b').locator('text.number').allTextContents();
    assert.ok(!numbers.includes('0') && !numbers.includes('100'), 'Black can be mated or safe wherever the king stands');
    await expectLink(page, /turn=b/);
    await page.reload();
    await page.getByTestId('kings').waitFor(LONG);
    await expectText(page.getByTestId('kings'), /Black to move/);
  }));

test('the numbers of heat maps can be read on every shade, light and dark', async () => {
  for (const scheme of ['light', 'dark']) {
    await visit('/atlas?ending=KQvK', async (page) => {
      await page.getByTestId('kings').waitFor(LONG);
      const [text, ground, heat] = await page.getByTestId('kings-b').evaluate((found) =>
        ['.number', '.ground', '.heat'].map((name) => getComputedStyle(found.querySelector(name)).fill),
      );
      const shades = await page.getByTestId('kings').locator('.heat').evaluateAll((found) => found.map((rect) => Number(rect.getAttribute('fill-opacity'))));
      for (const shade of [0, 1, ...shades]) {
        const mixed = colorParts(ground).map((part, index) => part * (1 - shade) + colorParts(heat)[index] * shade);
        assert.ok(contrast(colorParts(text), mixed) >= 4.5, `${scheme}: ${text} on ${mixed}`);
      }
    }, { scheme });
  }
});

test('numbers that are unfolded are in the link', async () => {
  let link;
  const numbers = (page, name) => page.getByTestId(name).locator('details');
  await visit('/atlas?ending=KQvK', async (page) => {
    await page.getByTestId('growth').waitFor(LONG);
    await page.getByTestId('kings').waitFor(LONG);
    await numbers(page, 'ends').locator('summary').click();
    await numbers(page, 'kings-b').locator('summary').click();
    await button(page, 'Black to move').click();
    await expectLink(page, '/atlas?ending=KQvK&turn=b&open=ends,kings-b');
    link = linkTo(page);
  });
  await visit(link, async (page) => {
    await expectOpen(numbers(page, 'kings-b'), true);
    await expectOpen(numbers(page, 'ends'), true);
    await expectOpen(numbers(page, 'kings-w'), false);
    await numbers(page, 'ends').locator('summary').click();
    await expectLink(page, '/atlas?ending=KQvK&turn=b&open=kings-b');
  });
});

test('a text that is no ending is refused, and one that is leads on', () =>
  visit('/atlas', async (page) => {
    await page.getByLabel('Or any men').fill('QvR');
    await button(page, 'Show').click();
    await expectText(page.getByRole('alert'), /not an ending/);
    await page.getByLabel('Or any men').fill('kqk');
    await button(page, 'Show').click();
    await expectLink(page, /ending=KQvK/);
  }));

for (const size of Object.keys(sizes)) {
  for (const scheme of ['light', 'dark']) {
    test(`the atlas with all its plots at ${size} width, ${scheme}`, () =>
      visit('/atlas?ending=KQvK', async (page) => {
        await page.getByTestId('growth').waitFor(LONG);
        await page.getByTestId('kings').waitFor(LONG);
        for (const details of await page.locator('figure summary').all()) {
          await details.focus();
          await page.keyboard.press('Enter');
        }
        await assertAccessible(page);
        await assertNoSideways(page);
        assert.deepEqual(await marksBeyond(page), []);
        for (const details of await page.locator('figure summary').all()) await details.click();
        await picture(page, `atlas-plots-${size}-${scheme}`);
      }, { size, scheme }));
  }
}
