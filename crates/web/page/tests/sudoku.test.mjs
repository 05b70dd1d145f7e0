// Sudoku: filled by keys and by the pad, undone, hinted, explained, brought in, taken away, made.

import assert from 'node:assert/strict';
import test from 'node:test';
import { assertAccessible, assertNoSideways, linkTo, picture, sizes, url, visit } from './workshop.mjs';

const SMALL = '1.....2..3.....4';
const SMALL_SOLUTION = '1243342143122134';
const NINE = '9....4....6...17.21............5..73.4..7.9.5.8.....1..2.9.76....6...8..81...6...';
const SIX = '...4.3.5.....13..5...2...2........1.';
const LOOSE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

const at = (grid) => `/sudoku?grid=${grid}`;
const cell = (page, name) => page.locator(`[data-cell="${name}"]`);
const label = (page, name) => cell(page, name).getAttribute('aria-label');
const button = (page, name) => page.getByRole('button', { name, exact: true });
const ask = async (path, query) => {
  const response = await fetch(`${url}/api/${path}?${new URLSearchParams(query)}`);
  return (await response.json()).result;
};

/** The grid as one line, read from what a screen reader is told. */
const lineOf = (page) =>
  page.$$eval('[data-cell]', (cells) =>
    cells.map((found) => /(?:given|value) (\w)/.exec(found.getAttribute('aria-label'))?.[1] ?? '.').join(''),
  );

/** Fills all cells by arrows and digits alone, beginning in the first one. */
async function fillByKeys(page, solution) {
  const side = Math.sqrt(solution.length);
  await cell(page, 'r1c1').focus();
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const isGiven = await page.evaluate(() => document.activeElement.getAttribute('aria-label').includes('given'));
      if (!isGiven) await page.keyboard.press(solution[row * side + column]);
      if (column < side - 1) await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
  }
}

test('a sudoku is filled by keyboard alone, and the link has it all', () =>
  visit(at(SMALL), async (page) => {
    assert.equal(await label(page, 'r1c1'), 'row 1 column 1, given 1');
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement.dataset.cell)) break;
    }
    assert.ok(await page.evaluate(() => document.activeElement.dataset.cell), 'Tab reaches the grid');
    await fillByKeys(page, SMALL_SOLUTION);
    await page.getByTestId('solved').waitFor();
    assert.equal(await lineOf(page), SMALL_SOLUTION);
    await assertAccessible(page);
    await picture(page, 'sudoku-solved');
    await page.goto(page.url());
    await page.getByTestId('solved').waitFor();
    assert.equal(await lineOf(page), SMALL_SOLUTION);
  }));

test('the pad fills, a conflict is marked, undo and redo go back and forth', () =>
  visit(at(NINE), async (page) => {
    await cell(page, 'r1c2').click();
    await page.getByRole('button', { name: /^9, / }).click();
    assert.equal(await label(page, 'r1c2'), 'row 1 column 2, value 9, conflict');
    assert.equal(await label(page, 'r1c1'), 'row 1 column 1, given 9, conflict');
    await button(page, 'Undo').click();
    assert.equal(await label(page, 'r1c2'), 'row 1 column 2, empty');
    await button(page, 'Redo').click();
    assert.match(await label(page, 'r1c2'), /value 9/);
    await cell(page, 'r1c2').focus();
    await page.keyboard.press('Control+z');
    assert.equal(await label(page, 'r1c2'), 'row 1 column 2, empty');
    await page.keyboard.press('Control+y');
    await page.keyboard.press('Backspace');
    assert.equal(await label(page, 'r1c2'), 'row 1 column 2, empty');
    await cell(page, 'r1c1').click();
    await page.keyboard.press('5');
    assert.match(await label(page, 'r1c1'), /given 9/);
  }));

test('notes by Shift and by Space, kept by the browser, and cleared by a value they see', () =>
  visit(at(NINE), async (page) => {
    await cell(page, 'r1c2').focus();
    await page.keyboard.press('Shift+Digit3');
    await page.keyboard.press('Space');
    await page.keyboard.press('5');
    assert.equal(await label(page, 'r1c2'), 'row 1 column 2, empty, notes 3 5');
    await page.reload();
    await cell(page, 'r1c2').waitFor();
    assert.equal(await label(page, 'r1c2'), 'row 1 column 2, empty, notes 3 5');
    await cell(page, 'r1c3').focus();
    await page.keyboard.press('3');
    assert.equal(await label(page, 'r1c2'), 'row 1 column 2, empty, notes 5');
    await page.keyboard.press('Control+z');
    assert.equal(await label(page, 'r1c2'), 'row 1 column 2, empty, notes 3 5');
  }));

test('notes and colours are in the link, for a browser that knows nothing of them', async () => {
  let link;
  await visit(at(NINE), async (page) => {
    await cell(page, 'r1c2').focus();
    await page.keyboard.press('Shift+Digit3');
    await page.keyboard.press('Shift+Digit5');
    await cell(page, 'r2c1').focus();
    await page.keyboard.press('4');
    await button(page, 'Colours').click();
    await page.keyboard.press('Tab');
    await cell(page, 'r1c3').click();
    await page.keyboard.press('2');
    await page.waitForFunction(() => /colors=/.test(location.search));
    link = linkTo(page);
  });
  await visit(link, async (page) => {
    assert.equal(await label(page, 'r1c2'), 'row 1 column 2, empty, notes 3 5');
    assert.equal(await label(page, 'r2c1'), 'row 2 column 1, value 4');
    assert.equal(await label(page, 'r1c3'), 'row 1 column 3, empty, orange');
    await page.getByLabel('Auto-notes').check();
    await page.waitForFunction(() => /auto=1/.test(location.search));
    await cell(page, 'r1c3').focus();
    await button(page, 'Notes').click();
    await cell(page, 'r1c3').focus();
    await page.keyboard.press('5');
    await page.waitForFunction(() => /struck=/.test(location.search));
    link = linkTo(page);
  });
  await visit(link, async (page) => {
    const { candidates } = await ask('sudoku/show', { grid: NINE, candidates: true });
    const rest = candidates[2].filter((value) => value !== 5).join(' ');
    assert.equal(await label(page, 'r1c3'), `row 1 column 3, empty, notes ${rest}, orange`);
  });
});

test('auto-notes are the candidates that the command line knows', () =>
  visit(at(NINE), async (page) => {
    await page.getByLabel('Auto-notes').check();
    const { candidates } = await ask('sudoku/show', { grid: NINE, candidates: true });
    const labels = await page.$$eval('[data-cell]', (cells) => cells.map((found) => found.getAttribute('aria-label')));
    const notes = labels.map((words) => /notes ([\d ]+)/.exec(words)?.[1].split(' ').map(Number) ?? []);
    const expected = candidates.map((list, place) => (NINE[place] === '.' ? list : []));
    assert.deepEqual(notes, expected);
    await picture(page, 'sudoku-notes');
    await assertAccessible(page);
  }));

test('colours are marked and said', () =>
  visit(at(NINE), async (page) => {
    await button(page, 'Colours').click();
    await cell(page, 'r1c2').click();
    await button(page, 'blue').click();
    await cell(page, 'r1c3').click();
    await page.keyboard.press('2');
    assert.equal(await label(page, 'r1c2'), 'row 1 column 2, empty, blue');
    assert.equal(await label(page, 'r1c3'), 'row 1 column 3, empty, orange');
    await assertAccessible(page);
  }));

test('hints in three strengths are those of the command line, and can be applied', () =>
  visit(at(NINE), async (page) => {
    const strengths = ['Where to look', 'Which technique', 'The whole reason'];
    for (const [index, name] of strengths.entries()) {
      await button(page, name).click();
      await page.locator(`[data-testid="hint"][data-strength="${index + 1}"]`).waitFor();
      const words = await page.getByTestId('hint').textContent();
      const hint = await ask('sudoku/hint', { grid: NINE, strength: index + 1 });
      assert.ok(words.includes(hint.step?.sentence ?? hint.look), words);
      assert.equal(words.includes('Apply it'), index === 2, 'only the third strength gives it away');
      if (hint.technique) assert.ok(words.includes(hint.technique), words);
    }
    await picture(page, 'sudoku-hint');
    await assertAccessible(page);
    const { step } = await ask('sudoku/hint', { grid: NINE, strength: 3 });
    const [, name, value] = /^(r\d+c\d+)=(\d)$/.exec(step.placed[0]);
    assert.match(await label(page, name), /part of the hint/);
    await button(page, 'Apply it').click();
    assert.match(await label(page, name), new RegExp(`value ${value}`));
    assert.equal(await page.getByTestId('hint').count(), 0);
  }));

test('hints lead to the end, eliminations and all', () =>
  visit(at(NINE), async (page) => {
    for (let steps = 0; steps < 120; steps += 1) {
      if (await page.getByTestId('solved').count()) break;
      await button(page, 'The whole reason').click();
      await button(page, 'Apply it').click();
    }
    await page.getByTestId('solved').waitFor();
    assert.equal(await lineOf(page), (await ask('sudoku/solve', { grid: NINE })).solution);
  }));

test('a hint for a large grid, from values of the player and the letters of its sentence', () =>
  visit(at(SIX), async (page) => {
    const { solution } = await ask('sudoku/solve', { grid: SIX });
    await cell(page, 'r1c1').focus();
    await page.keyboard.press(solution[0]);
    await button(page, 'The whole reason').click();
    await page.getByTestId('hint').waitFor();
    const hint = await ask('sudoku/hint', { grid: solution[0] + SIX.slice(1), strength: 3 });
    assert.ok((await page.getByTestId('hint').textContent()).includes(hint.step.sentence));
  }));

test('mistakes are told before hints', () =>
  visit(at(NINE), async (page) => {
    await cell(page, 'r1c2').focus();
    const { solution } = await ask('sudoku/solve', { grid: NINE });
    await page.keyboard.press(solution[1] === '5' ? '7' : '5');
    await button(page, 'Where to look').click();
    assert.match(await page.getByTestId('checked').textContent(), /One cell is wrong.*r1c2/s);
    assert.match(await label(page, 'r1c2'), /mistake/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await button(page, 'Check for mistakes').click();
    await page.getByText('No mistake so far').first().waitFor();
  }));

test('the whole way is explained, looked at and taken over', () =>
  visit(at(NINE), async (page) => {
    await button(page, 'Explain the whole way').click();
    await page.getByTestId('way').waitFor();
    const { steps } = await ask('sudoku/explain', { grid: NINE });
    assert.match(await page.getByTestId('way').textContent(), new RegExp(`${steps.length} steps to the solution`));
    assert.equal(await page.getByTestId('status').textContent(), `Step 1 of ${steps.length}`);
    await button(page, 'Next').click();
    await page.getByText(steps[1].sentence).first().waitFor();
    await picture(page, 'sudoku-way');
    await assertAccessible(page);
    await page.getByRole('button', { name: `${steps.length}. ${steps.at(-1).technique}` }).click();
    await button(page, 'Take over up to here').click();
    await page.getByTestId('solved').waitFor();
    assert.equal(await lineOf(page), (await ask('sudoku/solve', { grid: NINE })).solution);
  }));

test('superfluous givens, unavoidable sets and ratings are those of the command line', () =>
  visit(at(LOOSE), async (page) => {
    await button(page, 'Is it minimal?').click();
    const { superfluous, givens } = await ask('sudoku/check', { grid: LOOSE });
    assert.match(await page.getByTestId('minimal').textContent(), new RegExp(`${superfluous.length} of ${givens} givens`));
    const marked = await page.$$eval('[data-cell]', (cells) =>
      cells.filter((found) => found.getAttribute('aria-label').includes('superfluous')).map((found) => found.dataset.cell),
    );
    assert.deepEqual(marked, superfluous);
    await picture(page, 'sudoku-minimality');
    await button(page, 'Unavoidable sets').click();
    const { sets, list } = await ask('sudoku/unavoidable', { grid: LOOSE, list: true });
    assert.match(await page.getByTestId('unavoidable').textContent(), new RegExp(`${sets} sets`));
    for (const name of list[0]) assert.match(await label(page, name), /in the set/);
    await picture(page, 'sudoku-unavoidable');
    await button(page, 'Rate it').click();
    const rated = await ask('sudoku/rate', { grid: LOOSE });
    const words = await page.getByTestId('rating').textContent();
    assert.ok(words.includes(rated.se.er.toFixed(1)) && words.includes(String(rated.hodoku.score)), words);
    await assertAccessible(page);
  }));

const brought = {
  line: ['53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79', LOOSE],
  rows: [LOOSE.match(/.{9}/g).join('\n'), LOOSE],
  link: [`https://www.sudokuwiki.org/sudoku.htm?bd=${LOOSE.replaceAll('.', '0')}`, LOOSE],
  sixBySix: [SIX, SIX],
};
for (const [name, [text, line]] of Object.entries(brought)) {
  test(`a sudoku is brought in: ${name}`, () =>
    visit(at(SMALL), async (page) => {
      await page.getByLabel(/in any format/).fill(text);
      await button(page, 'Open it').click();
      await page.waitForFunction((cells) => document.querySelectorAll('[data-cell]').length === cells, line.length);
      assert.equal(await lineOf(page), line);
      assert.ok(page.url().includes(line.slice(0, 20)), page.url());
    }));
}

test("placed values and struck candidates come in by HoDoKu's format and go out again", () =>
  visit(at(SMALL), async (page) => {
    const hodoku = `:0000:x:53+4${LOOSE.slice(3)}:214::`;
    const asked = [];
    page.on('request', (request) => request.url().includes('/api/sudoku/') && asked.push(new URL(request.url()).pathname));
    await page.getByLabel(/in any format/).fill(hodoku);
    await button(page, 'Open it').click();
    await page.waitForFunction(() => document.querySelectorAll('[data-cell]').length === 81);
    assert.equal(await label(page, 'r1c3'), 'row 1 column 3, value 4');
    assert.deepEqual(asked, ['/api/sudoku/show']);
    await page.getByLabel('Auto-notes').check();
    assert.equal(await label(page, 'r1c4'), 'row 1 column 4, empty, notes 6');
    await page.getByLabel('Format', { exact: true }).selectOption('hodoku');
    await button(page, 'Write it').click();
    assert.equal((await page.getByTestId('written').inputValue()).trim(), hodoku);
  }));

test('a bad text is refused as the command line refuses it', () =>
  visit(at(SMALL), async (page) => {
    await page.getByLabel(/in any format/).fill(LOOSE.slice(1));
    await button(page, 'Open it').click();
    assert.match(await page.getByRole('alert').textContent(), /no sudoku has 80 cells/i);
    await assertAccessible(page);
  }));

test('of many sudokus one is chosen, and a bad one among them is named', () =>
  visit(at(SMALL), async (page) => {
    await page.getByLabel(/in any format/).fill(`${NINE}\n${LOOSE}`);
    await button(page, 'Open it').click();
    await page.getByRole('button', { name: `2. ${LOOSE.slice(0, 28)}` }).click();
    await page.waitForFunction(() => document.querySelectorAll('[data-cell]').length === 81);
    assert.equal(await lineOf(page), LOOSE);
    await page.getByLabel(/in any format/).fill(`${NINE}\n${LOOSE.slice(1)}`);
    await button(page, 'Open it').click();
    assert.match(await page.getByRole('alert').textContent(), /80 cells/);
  }));

test('it is written in every format', () =>
  visit(at(NINE), async (page) => {
    const formats = await page.getByLabel('Format', { exact: true }).locator('option').evaluateAll((options) => options.map(({ value }) => value));
    assert.equal(formats.length, 13);
    for (const to of formats) {
      await page.getByLabel('Format', { exact: true }).selectOption(to);
      await button(page, 'Write it').click();
      const written = await page.getByTestId('written').inputValue();
      const { text } = await ask('sudoku/convert', { grid: NINE, to });
      assert.equal(written, text.replaceAll('\r\n', '\n'), to);
    }
  }));

test('a sudoku of order 2 is made, and one by its technique', () =>
  visit(at(NINE), async (page) => {
    await page.getByLabel('Size').selectOption('2x2');
    await button(page, 'Make it').click();
    await page.waitForFunction(() => document.querySelectorAll('[data-cell]').length === 16, undefined, { timeout: 60_000 });
    const made = await lineOf(page);
    assert.equal((await ask('sudoku/solve', { grid: made })).verdict, 'one');
    assert.equal((await ask('sudoku/check', { grid: made })).minimal, true);
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll('[data-cell]').length === 81);
    await page.getByLabel('Size').selectOption('3x3');
    await page.getByLabel('How hard').selectOption('technique');
    await page.getByLabel('Hardest technique').selectOption('naked pair');
    await button(page, 'Make it').click();
    await page.waitForFunction((old) => !location.search.includes(old), NINE, { timeout: 120_000 });
    const { steps } = await ask('sudoku/explain', { grid: await lineOf(page) });
    assert.ok(steps.some(({ technique }) => technique === 'naked pair'));
  }));

test('making one can be cancelled, and the grid stays', () =>
  visit(at(NINE), async (page) => {
    await page.getByLabel('How hard').selectOption('se');
    await page.getByLabel('From', { exact: true }).fill('11.5');
    await page.getByLabel('To', { exact: true }).fill('12');
    await button(page, 'Make it').click();
    await button(page, 'Cancel').click();
    await button(page, 'Make it').waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    assert.equal(await lineOf(page), NINE);
  }));

test('the clock is off until it is wanted', () =>
  visit(at(NINE), async (page) => {
    assert.equal(await page.getByRole('timer').count(), 0);
    await page.getByLabel('Clock').check();
    await page.getByText('0:01').waitFor();
    await page.reload();
    assert.match(await page.getByRole('timer').textContent(), /^0:0/);
  }));

for (const size of Object.keys(sizes)) {
  for (const order of [4, 5]) {
    test(`a grid of order ${order} at ${size} width`, () =>
      visit(at('.'.repeat(order ** 4)), async (page) => {
        await page.getByLabel('Auto-notes').check();
        await cell(page, 'r1c1').focus();
        await page.keyboard.press('c');
        assert.equal(await label(page, 'r1c1'), 'row 1 column 1, value C');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Shift+KeyA');
        assert.doesNotMatch(await label(page, 'r1c2'), /notes.* A/);
        await picture(page, `sudoku-${order}-${size}`);
        await assertNoSideways(page);
        await assertAccessible(page);
      }, { size }));
  }
}
