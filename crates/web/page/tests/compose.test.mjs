// A problem is composed, judged, unfolded, taken back and exported.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { assertAccessible, manOn, picture, saved, shownSquares, square, visit } from './workshop.mjs';

const at = (fen, stipulation) => `/compose?${new URLSearchParams({ fen: fen.replaceAll(' ', '_'), stipulation })}`;

const SOUND = '8/8/8/8/3K4/1Q1n4/8/k7 w - - 0 1';

const untilLight = (page, light) =>
  page.waitForFunction((wanted) => document.querySelector('[data-testid="light"]')?.dataset.light === wanted, light);

test('the light follows the problem: sound, cooked, short, dual, none', () =>
  visit(at(SOUND, '#2'), async (page) => {
    const fen = page.getByLabel('FEN', { exact: true });
    const set = async (text) => {
      await fen.fill(text);
      await fen.press('Tab');
    };
    await untilLight(page, 'sound');
    await assertAccessible(page);
    await picture(page, 'compose-sound');
    await set('8/8/8/8/8/2K5/1Q6/k6r w - - 0 1');
    await page.getByRole('alert').waitFor();
    await set('7k/5K2/8/8/8/8/8/6Q1 w - - 0 1');
    await untilLight(page, 'short');
    await page.getByLabel('Moves', { exact: true }).fill('1');
    await page.keyboard.press('Tab');
    await untilLight(page, 'cooked');
    await set('7k/8/8/8/8/8/8/K5Q1 w - - 0 1');
    await untilLight(page, 'none');
    await picture(page, 'compose-none');
    await assertAccessible(page);
  }));

test('a helpmate has lines', () =>
  visit(at('8/8/b7/2B5/kr6/n1K5/P7/8 b - - 0 1', 'h#2'), async (page) => {
    await untilLight(page, 'sound');
    await page.getByText('1. Bb5 Bb6 2. Rb3+ axb3#').waitFor();
  }));

test('men are put by palette, by letters and by dragging, and the address follows', () =>
  visit(at('8/8/8/8/8/8/8/8 w - - 0 1', '#2'), async (page) => {
    await page.getByRole('button', { name: 'white king', exact: true }).click();
    await square(page, 'd4').click();
    assert.equal(await manOn(page, 'd4'), 'wK');
    await page.getByRole('button', { name: 'Carry' }).click();
    await square(page, 'b3').focus();
    await page.keyboard.press('Shift+Q');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('n');
    assert.equal(await manOn(page, 'b3'), 'wQ');
    assert.equal(await manOn(page, 'd3'), 'bN');
    await square(page, 'a2').focus();
    await page.keyboard.press('k');
    await square(page, 'a1').scrollIntoViewIfNeeded();
    const [from, to] = [await square(page, 'a2').boundingBox(), await square(page, 'a1').boundingBox()];
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
    await page.mouse.up();
    assert.equal(await manOn(page, 'a1'), 'bK');
    await untilLight(page, 'sound');
    assert.match(page.url(), /8\/8\/8\/8\/3K4\/1Q1n4\/8\/k7/);
    await square(page, 'd3').focus();
    await page.keyboard.press('Delete');
    assert.equal(await manOn(page, 'd3'), null);
  }));

test('the tree unfolds', () =>
  visit(at(SOUND, '#2'), async (page) => {
    const tree = page.getByTestId('tree');
    await tree.waitFor();
    const tries = tree.locator('details', { hasText: 'Tries' }).last();
    assert.equal(await tries.evaluate((element) => element.open), false);
    await tries.locator('summary').click();
    assert.match(await tries.textContent(), /but 1…/);
    await picture(page, 'compose-tree');
  }));

test('previous moves lead back, and forward again', () =>
  visit(at('4k3/8/8/8/8/8/4P3/4K3 b - - 0 1', '#2'), async (page) => {
    await page.getByText('What can have been the last move?').click();
    const list = page.getByTestId('unmoves');
    await list.getByRole('button').first().waitFor();
    assert.match(await list.textContent(), /moves may have led here/);
    await assertAccessible(page);
    const before = page.url();
    await list.getByRole('button').first().click();
    await page.waitForFunction((then) => location.href !== then, before);
    await picture(page, 'compose-unmoves');
    await list.getByRole('button', { name: 'Forward again' }).click();
    await page.waitForFunction((then) => location.href === then, before);
  }));

test('a position that no game leads to is refused in words for the page, and allowed on demand', () =>
  visit(at('8/8/8/8/3K4/1Q1n4/8/8 w - - 0 1', 'ser-#2'), async (page) => {
    const words = await page.getByRole('alert').textContent();
    assert.match(words, /a side has no king/);
    assert.doesNotMatch(words, /--waive/);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Allow it all the same' }).click();
    await page.waitForFunction(() => /lenient=1/.test(location.search));
    assert.ok(await page.getByLabel(/Allow positions/).isChecked());
    await page.waitForFunction(() => !/a side has no king/.test(document.querySelector('[role="alert"]')?.textContent ?? ''));
  }));

test('a link leads to the way back, and to the side from which it is seen', async () => {
  const [start, forward] = ['4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', 'e1d1,e8d8'];
  await visit(`${at(start, '#2')}&forward=${forward}&flip=1`, async (page) => {
    assert.equal(await page.getByTestId('trail').textContent(), 'Ke1d1 Ke8d8');
    assert.equal((await shownSquares(page))[0], 'h1');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Forward again' }).click();
    assert.equal(await page.getByTestId('trail').textContent(), 'Ke8d8');
    assert.equal(await manOn(page, 'd1'), 'wK');
    await page.waitForFunction(() => /forward=e8d8/.test(location.search));
    await page.getByRole('button', { name: 'Forward again' }).click();
    assert.equal(await manOn(page, 'd8'), 'bK');
    await page.waitForFunction(() => !/forward/.test(location.search));
  });
});

test('the record is exported', () =>
  visit(at(SOUND, '#2'), async (page) => {
    await untilLight(page, 'sound');
    const { name, content } = await saved(page, 'JSON');
    assert.match(name, /\.jsonl$/);
    const record = JSON.parse(content.toString());
    assert.deepEqual(record.solutions, ['d4c3']);
    assert.equal(record.verdict, 'one');
  }));

test('pictures are exported', () =>
  visit(at(SOUND, '#2'), async (page) => {
    await untilLight(page, 'sound');
    const starts = { SVG: '<', PNG: '\x89PNG', PDF: '%PDF' };
    for (const [button, start] of Object.entries(starts)) {
      const { content } = await saved(page, button);
      assert.equal(content.subarray(0, start.length).toString('latin1'), start, button);
    }
  }));

test('texts are exported', () =>
  visit(at(SOUND, '#2'), async (page) => {
    await untilLight(page, 'sound');
    const contents = { PGN: /\[FEN "/, Olive: /stipulation/, Popeye: /beginproblem/i, EPD: /bm|dm/ };
    for (const [button, pattern] of Object.entries(contents)) {
      assert.match((await saved(page, button)).content.toString(), pattern, button);
    }
  }));
