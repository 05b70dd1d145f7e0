// What must be in view without scrolling: the board, its question and what is said about a move.

import assert from 'node:assert/strict';
import test from 'node:test';
import { byClicks, eventually, expectFocus, expectText, picture, quiet, square, url, visit } from './workshop.mjs';

const NINE = '9....4....6...17.21............5..73.4..7.9.5.8.....1..2.9.76....6...8..81...6...';

/** Common windows in CSS pixels; the last ones are a phone, it held sideways, and two laptops at 200 %. */
const windows = [
  [1280, 800],
  [1366, 768],
  [1440, 900],
  [1536, 864],
  [1920, 1080],
  [2560, 1440],
  [390, 844],
  [844, 390],
  [640, 400],
  [720, 450],
];

async function solvedSudoku() {
  const { solution } = (await (await fetch(`${url}/api/sudoku/solve?grid=${NINE}`)).json()).result;
  const values = [...solution].map((value, cell) => (NINE[cell] === '.' ? value : '.')).join('');
  return `/sudoku?grid=${NINE}&values=${values}`;
}

/** Addresses at which something was just said, where it is said, and the question if there is one. */
const pages = {
  play: { path: () => '/play?fen=8/8/8/4k3/8/8/8/K2Q4_w_-_-_0_1&moves=d1d3,e5f4', told: 'judgement' },
  solve: { path: () => '/solve?collection=browser&id=1&moves=f5f6', told: 'note', question: 'question' },
  sudoku: { path: solvedSudoku, told: 'solved', question: 'status' },
};

/** Fails if an element is not wholly in the window. */
async function assertInView(page, locator, name) {
  const { y, height } = await locator.boundingBox();
  const window = page.viewportSize().height;
  assert.ok(y >= 0 && y + height <= window, `${name} from ${y} to ${y + height} in a window of ${window}`);
}

for (const [name, { path, told, question }] of Object.entries(pages)) {
  for (const size of windows) {
    test(`${name} at ${size.join('×')}: board and feedback are in view`, async () =>
      visit(await path(), async (page) => {
        const board = page.getByRole('grid').first();
        await page.getByTestId(told).waitFor();
        await quiet(page);
        await eventually(() => assertInView(page, board, 'the board'));
        await assertInView(page, page.getByTestId(told), told);
        if (question) await assertInView(page, page.getByTestId(question), question);
        const { width, height } = await board.boundingBox();
        assert.ok(Math.abs(width - height) < 2 && width >= 250, `${width}×${height}`);
        if (size[0] === 2560) assert.ok(width > 900, `a board of ${width} px in a large window`);
        await picture(page, `layout-${name}-${size.join('x')}`);
      }, { size }));
  }
}

for (const size of ['phone', [1280, 600]]) {
  test(`the next puzzle begins with its question in view and its board in focus, ${size}`, () =>
    visit('/solve?collection=browser&id=1', async (page) => {
      await square(page, 'a1').waitFor();
      await page.getByRole('button', { name: 'Give up' }).click();
      const next = page.getByTestId('note').getByRole('button', { name: 'Next puzzle' });
      await next.waitFor();
      await page.mouse.wheel(0, 300);
      await next.click();
      await expectText(page.getByTestId('question'), 'White to move and mate in 2');
      await expectFocus(page, '[data-square]');
      await eventually(() => assertInView(page, page.getByTestId('question'), 'the question'));
      await eventually(() => assertInView(page, page.getByRole('grid'), 'the board'));
      await byClicks(page, 'd4c3');
    }, { size }));
}
