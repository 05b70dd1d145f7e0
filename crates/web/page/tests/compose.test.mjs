// A problem is composed, judged, unfolded, taken back and exported.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import {
  assertAccessible,
  eventually,
  expectCount,
  expectFirstSquare,
  expectFocus,
  expectLink,
  expectMan,
  expectOpen,
  expectText,
  linkTo,
  picture,
  saved,
  square,
  visit,
} from './workshop.mjs';

const at = (fen, stipulation) => `/compose?${new URLSearchParams({ fen: fen.replaceAll(' ', '_'), stipulation })}`;

const SOUND = '8/8/8/8/3K4/1Q1n4/8/k7 w - - 0 1';

const untilLight = (page, light) => page.locator(`[data-testid="light"][data-light="${light}"]:not(.stale)`).waitFor();

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
    await expectMan(page, 'd4', 'wK');
    await page.getByRole('button', { name: 'Carry' }).click();
    await square(page, 'b3').focus();
    await page.keyboard.press('Shift+Q');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expectFocus(page, '[data-square="d3"]');
    await page.keyboard.press('n');
    await expectMan(page, 'b3', 'wQ');
    await expectMan(page, 'd3', 'bN');
    await square(page, 'a2').focus();
    await page.keyboard.press('k');
    await expectMan(page, 'a2', 'bK');
    await square(page, 'a1').scrollIntoViewIfNeeded();
    const [from, to] = [await square(page, 'a2').boundingBox(), await square(page, 'a1').boundingBox()];
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
    await page.mouse.up();
    await expectMan(page, 'a1', 'bK');
    await untilLight(page, 'sound');
    await expectLink(page, /8\/8\/8\/8\/3K4\/1Q1n4\/8\/k7/);
    await square(page, 'd3').focus();
    await page.keyboard.press('Delete');
    await expectMan(page, 'd3', null);
  }));

test('the tree unfolds', () =>
  visit(at(SOUND, '#2'), async (page) => {
    const tree = page.getByTestId('tree');
    await tree.waitFor();
    const tries = tree.locator('details', { hasText: 'Tries' }).last();
    await expectOpen(tries, false);
    await tries.locator('summary').click();
    await expectOpen(tries, true);
    await expectText(tries, /but 1…/);
    await picture(page, 'compose-tree');
  }));

test('what is unfolded is in the link, the tree until the problem changes', async () => {
  let link;
  await visit(at(SOUND, '#2'), async (page) => {
    await page.getByTestId('tree').locator('details', { hasText: 'Tries' }).last().locator('summary').click();
    await page.getByText('What can have been the last move?').click();
    await expectLink(page, /&tree=\d+&open=unmoves$/);
    link = linkTo(page);
  });
  await visit(link, async (page) => {
    const tries = page.getByTestId('tree').locator('details', { hasText: 'Tries' }).last();
    await expectOpen(tries, true);
    await expectText(page.getByTestId('unmoves'), /moves may have led here/);
    await page.getByRole('button', { name: /^Show all \d+$/ }).click();
    await expectLink(page, `${link},all-unmoves`);
    await page.getByLabel('Moves', { exact: true }).fill('3');
    await page.keyboard.press('Tab');
    await expectLink(page, /stipulation=%233&open=unmoves,all-unmoves$/);
    await page.getByText('What can have been the last move?').click();
    await expectLink(page, /stipulation=%233&open=all-unmoves$/);
  });
});

test('duals are unfolded by a link', () =>
  visit(`${at('4k3/5n2/5Q2/R7/8/8/8/1K6 w - - 0 1', '#2')}&open=duals,No%20such,x`, async (page) => {
    const duals = page.locator('details', { hasText: 'Duals' });
    await untilLight(page, 'dual');
    await expectOpen(duals, true);
    await expectLink(page, /open=duals,x$/);
    await assertAccessible(page);
  }));

test('previous moves lead back, and forward again', () =>
  visit(at('4k3/8/8/8/8/8/4P3/4K3 b - - 0 1', '#2'), async (page) => {
    await page.getByText('What can have been the last move?').click();
    const list = page.getByTestId('unmoves');
    await expectText(list, /moves may have led here/);
    await assertAccessible(page);
    const before = linkTo(page);
    await list.getByRole('button').first().click();
    await expectLink(page, /forward=/);
    await picture(page, 'compose-unmoves');
    await list.getByRole('button', { name: 'Forward again' }).click();
    await expectLink(page, before);
  }));

test('a position that no game leads to is refused in words for the page, and allowed on demand', () =>
  visit(at('8/8/8/8/3K4/1Q1n4/8/8 w - - 0 1', 'ser-#2'), async (page) => {
    await expectText(page.getByRole('alert'), /a side has no king/);
    await expectText(page.getByRole('alert'), /^(?!.*--waive)/s);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Allow it all the same' }).click();
    await expectLink(page, /lenient=1/);
    await page.locator('label', { hasText: 'Allow positions' }).locator('input:checked').waitFor();
    await page.getByRole('alert').filter({ hasText: 'a side has no king' }).waitFor({ state: 'detached' });
  }));

test('a link leads to the way back, and to the side from which it is seen', async () => {
  const [start, forward] = ['4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', 'e1d1,e8d8'];
  await visit(`${at(start, '#2')}&forward=${forward}&open=unmoves&flip=1`, async (page) => {
    await expectText(page.getByTestId('trail'), 'Ke1d1 Ke8d8');
    await expectFirstSquare(page, 'h1');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Forward again' }).click();
    await expectText(page.getByTestId('trail'), 'Ke8d8');
    await expectMan(page, 'd1', 'wK');
    await expectLink(page, /forward=e8d8/);
    await page.getByRole('button', { name: 'Forward again' }).click();
    await expectMan(page, 'd8', 'bK');
    await expectLink(page, /^(?!.*forward)/);
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

test('every change of the position is undone and done again', () =>
  visit(at(SOUND, '#2'), async (page) => {
    const press = (name) => page.getByRole('button', { name, exact: true }).click();
    const men = (count) => expectCount(page.locator('[data-square] [data-man]'), count);
    await men(4);
    await press('Empty');
    await men(0);
    await press('Array');
    await men(32);
    const fen = page.getByLabel('FEN', { exact: true });
    await fen.fill('4k3/8/8/8/8/8/4P3/4K3 b - - 0 1');
    await fen.press('Tab');
    await men(3);
    await page.getByText('What can have been the last move?').click();
    await page.getByTestId('unmoves').getByRole('button', { name: /^K\w\d–e1$/ }).first().click();
    await expectLink(page, /forward=/);
    await press('Undo');
    await expectLink(page, /^(?!.*forward=)/);
    await expectMan(page, 'e1', 'wK');
    await press('Redo');
    await expectLink(page, /forward=/);
    await square(page, 'a8').focus();
    for (const count of [3, 32, 0]) {
      await page.keyboard.press('Control+z');
      await men(count);
    }
    await page.keyboard.press('Control+z');
    await expectMan(page, 'd4', 'wK');
    await page.keyboard.press('Control+Shift+z');
    await men(0);
    await page.getByTestId('light').waitFor({ state: 'detached' });
    await assertAccessible(page);
  }));

test('all solutions of a helpmate are in short notation, to the mate', () =>
  visit(at('8/8/8/8/8/1K6/7R/k7 b - - 0 1', 'h#2'), async (page) => {
    const lines = page.locator('ol.mono li');
    await expectCount(lines, 13);
    await eventually(async () => {
      for (const text of await lines.allTextContents()) assert.match(text, /^1\. K\w\d \w+\d 2\. K\w\d \w+\d#$/);
    });
  }));

test('no two previous moves look alike', () =>
  visit(`${at('8/4p3/4P3/1P1p4/1P1k4/2p3p1/2K3P1/4RB2 w - - 0 1', '#2')}&open=unmoves,all-unmoves`, async (page) => {
    const list = page.getByTestId('unmoves');
    for (const name of ['d7–d5', 'd6–d5', 'c4–c3', 'c4–c3 (after b2–b4)']) {
      await list.getByRole('button', { name, exact: true }).waitFor();
    }
    await expectText(list.locator('li').filter({ hasText: 'Kc4×d4' }), /Kc4×d4:\s*Q\s*R\s*B\s*N\s*P/);
    const names = await list.getByRole('button').evaluateAll((found) => found.map((b) => b.ariaLabel ?? b.textContent.trim()));
    assert.deepEqual(names.filter((name, index) => names.indexOf(name) !== index), []);
    await assertAccessible(page);
    await picture(page, 'compose-unmoves-alike');
    await list.getByRole('button', { name: 'Kc4×d4, capturing a queen' }).click();
    await expectMan(page, 'd4', 'wQ');
  }));

test('a complaint goes when the position changes, and a silent server is asked again', () =>
  visit(at(SOUND, '#2'), async (page) => {
    const alert = page.getByRole('alert');
    const fen = page.getByLabel('FEN', { exact: true });
    await fen.fill('8/8/8/8/8/8/1k6/K2Q4 w - - 0 1');
    await fen.press('Tab');
    await expectText(alert, /the kings touch/);
    await expectCount(alert.getByRole('button', { name: 'Try again' }), 0);
    await page.route('**/api/mate/solve*', (route) => route.abort());
    await fen.fill(SOUND);
    await fen.press('Tab');
    await expectText(alert, /the server does not answer/);
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await untilLight(page, 'sound');
  }));
