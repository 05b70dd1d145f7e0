// Sudoku: filled by keys and by the pad, undone, hinted, explained, brought in, taken away, made.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  ask,
  assertAccessible,
  assertNoSideways,
  button,
  colorParts,
  contrast,
  expectAttribute,
  expectCount,
  expectFocus,
  expectLink,
  expectRead,
  expectText,
  linkTo,
  picture,
  sizes,
  url,
  visit,
} from './workshop.mjs';

const SMALL = '1.....2..3.....4';
const SMALL_SOLUTION = '1243342143122134';
const NINE = '9....4....6...17.21............5..73.4..7.9.5.8.....1..2.9.76....6...8..81...6...';
const SIX = '...4.3.5.....13..5...2...2........1.';
const LOOSE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

const at = (grid) => `/sudoku?grid=${grid}`;
const cell = (page, name) => page.locator(`[data-cell="${name}"]`);
const expectCell = (page, name, wanted) => expectAttribute(cell(page, name), 'aria-label', wanted);

const expectCells = (page, count) => expectCount(page.locator('[data-cell]'), count);

/** The grid as one line, read from what a screen reader is told. */
const lineOf = (page) =>
  page.$$eval('[data-cell]', (cells) =>
    cells.map((found) => /(?:given|value) (\w)/.exec(found.getAttribute('aria-label'))?.[1] ?? '.').join(''),
  );

const expectLine = (page, line) => expectRead(() => lineOf(page), line);

/** The cells that are said to be so. */
const marked = (page, words) =>
  page.$$eval(
    '[data-cell]',
    (cells, said) => cells.filter((found) => found.getAttribute('aria-label').includes(said)).map(({ dataset }) => dataset.cell),
    words,
  );

/** Fills all cells by arrows and digits alone, beginning in the first one. */
async function fillByKeys(page, solution) {
  const side = Math.sqrt(solution.length);
  await cell(page, 'r1c1').focus();
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const name = `r${row + 1}c${column + 1}`;
      await expectFocus(page, `[data-cell="${name}"]`);
      const isGiven = (await cell(page, name).getAttribute('aria-label')).includes('given');
      if (!isGiven) await page.keyboard.press(solution[row * side + column]);
      if (column < side - 1) await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
  }
}

test('a sudoku is filled by keyboard alone, and the link has it all', () =>
  visit(at(SMALL), async (page) => {
    await expectCell(page, 'r1c1', 'row 1 column 1, given 1');
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement.dataset.cell)) break;
    }
    assert.ok(await page.evaluate(() => document.activeElement.dataset.cell), 'Tab reaches the grid');
    await fillByKeys(page, SMALL_SOLUTION);
    await page.getByTestId('solved').waitFor();
    await expectLine(page, SMALL_SOLUTION);
    await assertAccessible(page);
    await picture(page, 'sudoku-solved');
    await expectLink(page, /values=/);
    await page.goto(page.url());
    await page.getByTestId('solved').waitFor();
    await expectLine(page, SMALL_SOLUTION);
  }));

test('the pad fills, a conflict is marked, undo and redo go back and forth', () =>
  visit(at(NINE), async (page) => {
    await cell(page, 'r1c2').click();
    await page.getByRole('button', { name: /^9, / }).click();
    await expectCell(page, 'r1c2', 'row 1 column 2, value 9, conflict');
    await expectCell(page, 'r1c1', 'row 1 column 1, given 9, conflict');
    await button(page, 'Undo').click();
    await expectCell(page, 'r1c2', 'row 1 column 2, empty');
    await button(page, 'Redo').click();
    await expectCell(page, 'r1c2', /value 9/);
    await cell(page, 'r1c2').focus();
    await page.keyboard.press('Control+z');
    await expectCell(page, 'r1c2', 'row 1 column 2, empty');
    await page.keyboard.press('Control+y');
    await page.keyboard.press('Backspace');
    await expectCell(page, 'r1c2', 'row 1 column 2, empty');
    await cell(page, 'r1c1').click();
    await page.keyboard.press('5');
    await expectCell(page, 'r1c1', /given 9/);
  }));

test('notes by Shift and by Space, kept by the browser, and cleared by a value they see', () =>
  visit(at(NINE), async (page) => {
    await cell(page, 'r1c2').focus();
    await page.keyboard.press('Shift+Digit3');
    await page.keyboard.press('Space');
    await page.keyboard.press('5');
    await expectCell(page, 'r1c2', 'row 1 column 2, empty, notes 3 5');
    await page.reload();
    await expectCell(page, 'r1c2', 'row 1 column 2, empty, notes 3 5');
    await cell(page, 'r1c3').focus();
    await page.keyboard.press('3');
    await expectCell(page, 'r1c2', 'row 1 column 2, empty, notes 5');
    await page.keyboard.press('Control+z');
    await expectCell(page, 'r1c2', 'row 1 column 2, empty, notes 3 5');
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
    await expectLink(page, /colors=/);
    link = linkTo(page);
  });
  await visit(link, async (page) => {
    await expectCell(page, 'r1c2', 'row 1 column 2, empty, notes 3 5');
    await expectCell(page, 'r2c1', 'row 2 column 1, value 4');
    await expectCell(page, 'r1c3', 'row 1 column 3, empty, orange');
    await page.getByLabel('Auto-notes').check();
    await expectLink(page, /auto=1/);
    await cell(page, 'r1c3').focus();
    await button(page, 'Notes').click();
    await cell(page, 'r1c3').focus();
    await page.keyboard.press('5');
    await expectLink(page, /struck=/);
    link = linkTo(page);
  });
  await visit(link, async (page) => {
    const { candidates } = await ask('sudoku/show', { grid: NINE, candidates: true });
    const rest = candidates[2].filter((value) => value !== 5).join(' ');
    await expectCell(page, 'r1c3', `row 1 column 3, empty, notes ${rest}, orange`);
  });
});

test('a hint is in the link, as strong as it was', async () => {
  const strengths = ['Where to look', 'Which technique', 'The whole reason'];
  for (const [index, name] of strengths.entries()) {
    let link;
    const hint = await ask('sudoku/hint', { grid: NINE, strength: index + 1 });
    const words = (page) => page.locator(`[data-testid="hint"][data-strength="${index + 1}"]`, { hasText: hint.step?.sentence ?? hint.look });
    await visit(at(NINE), async (page) => {
      await button(page, name).click();
      await words(page).waitFor();
      await expectLink(page, new RegExp(`&hint=${index + 1}$`));
      link = linkTo(page);
    });
    await visit(link, async (page) => {
      await words(page).waitFor();
      await page.locator('[data-cell][aria-label*="part of the hint"], svg.houses').first().waitFor();
      await expectAttribute(button(page, name), 'aria-pressed', 'true');
      await expectLink(page, link);
      await cell(page, 'r1c2').focus();
      await page.keyboard.press('Escape');
      await expectCount(page.getByTestId('hint'), 0);
      await expectLink(page, at(NINE));
    });
  }
});

test('the step of the whole way is in the link, from the grid as it was', async () => {
  const { solution } = await ask('sudoku/solve', { grid: NINE });
  let link;
  let steps;
  await visit(`${at(NINE)}&values=.${solution[1]}`, async (page) => {
    ({ steps } = await ask('sudoku/explain', { grid: NINE[0] + solution[1] + NINE.slice(2) }));
    await button(page, 'Explain the whole way').click();
    await expectText(page.getByTestId('status'), `Step 1 of ${steps.length}`);
    await page.getByRole('button', { name: `12. ${steps[11].technique}` }).click();
    await button(page, 'Next').click();
    await expectLink(page, /&step=13$/);
    link = linkTo(page);
  });
  await visit(link, async (page) => {
    await expectText(page.getByTestId('status'), `Step 13 of ${steps.length}`);
    await page.getByText(steps[12].sentence).first().waitFor();
    await page.locator('ol [aria-current="step"]').filter({ hasText: steps[12].sentence }).waitFor();
    await expectLink(page, link);
    await assertAccessible(page);
    await button(page, 'Back to my grid').click();
    await expectLink(page, /^(?!.*step)/);
    await expectCell(page, 'r1c2', `row 1 column 2, value ${solution[1]}`);
  });
  await visit(`${at(NINE)}&step=9999`, async (page) => {
    await expectText(page.getByTestId('status'), /^Step (\d+) of \1$/);
  });
});

test('what is marked over the grid is in the link, and the rating', async () => {
  const { superfluous } = await ask('sudoku/check', { grid: LOOSE });
  const { list } = await ask('sudoku/unavoidable', { grid: LOOSE, list: true });
  let link;
  await visit(at(LOOSE), async (page) => {
    await button(page, 'Unavoidable sets').click();
    await page.getByTestId('unavoidable').getByRole('button', { name: 'Next' }).click();
    await button(page, 'Rate it').click();
    await page.getByTestId('rating').waitFor();
    await expectLink(page, /&set=2&rating=1$/);
    link = linkTo(page);
  });
  await visit(link, async (page) => {
    await expectRead(async () => (await marked(page, 'in the set')).sort(), [...list[1]].sort());
    await page.getByTestId('rating').waitFor();
    await expectLink(page, link);
    await button(page, 'Is it minimal?').click();
    await expectLink(page, /&minimal=1&rating=1$/);
    link = linkTo(page);
  });
  await visit(link, async (page) => {
    await page.getByTestId('minimal').waitFor();
    await expectRead(() => marked(page, 'superfluous'), superfluous);
    await button(page, 'Hide the marks').click();
    await expectRead(() => marked(page, 'superfluous'), []);
    await expectLink(page, /^(?!.*(minimal|set)).*&rating=1$/);
    await page.getByLabel(/in any format/).fill(SMALL);
    await button(page, 'Open it').click();
    await expectCells(page, 16);
    await expectLink(page, at(SMALL));
    await page.goBack();
    await expectCells(page, 81);
    await page.getByTestId('rating').waitFor();
    await expectLink(page, /&rating=1$/);
  });
});

test('mistakes that were looked for are in the link', async () => {
  const { solution } = await ask('sudoku/solve', { grid: NINE });
  const wrong = solution[1] === '5' ? '7' : '5';
  await visit(`${at(NINE)}&values=.${wrong}&mistakes=1`, async (page) => {
    await expectText(page.getByTestId('checked'), /One cell is wrong.*r1c2/s);
    await expectCell(page, 'r1c2', /mistake/);
    await button(page, 'Explain the whole way').click();
    await expectText(page.getByRole('alert'), /first mend what is wrong: r1c2/);
    await expectLink(page, /&mistakes=1$/);
    await button(page, 'Undo').waitFor();
  });
});

test('odd values in a link do no harm', async () => {
  await visit(`${at(NINE)}&hint=x&step=-1&set=1.5&minimal=no&colors=zz&auto=`, async (page) => {
    await expectCell(page, 'r1c1', 'row 1 column 1, given 9');
    await expectCount(page.getByTestId('hint'), 0);
    await expectLink(page, /^(?!.*(hint|step|set|minimal|colors))/);
  });
  await visit(`${at(SMALL)}&values=${SMALL_SOLUTION}&hint=3`, async (page) => {
    await page.getByTestId('solved').waitFor();
    await expectLink(page, /^(?!.*hint)/);
  });
});

test('auto-notes are the candidates that the command line knows', () =>
  visit(at(NINE), async (page) => {
    await page.getByLabel('Auto-notes').check();
    const { candidates } = await ask('sudoku/show', { grid: NINE, candidates: true });
    const notes = async () => {
      const labels = await page.$$eval('[data-cell]', (cells) => cells.map((found) => found.getAttribute('aria-label')));
      return labels.map((words) => /notes ([\d ]+)/.exec(words)?.[1].split(' ').map(Number) ?? []);
    };
    await expectRead(notes, candidates.map((list, place) => (NINE[place] === '.' ? list : [])));
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
    await expectCell(page, 'r1c2', 'row 1 column 2, empty, blue');
    await expectCell(page, 'r1c3', 'row 1 column 3, empty, orange');
    await assertAccessible(page);
  }));

test('hints in three strengths are those of the command line, and can be applied', () =>
  visit(at(NINE), async (page) => {
    const strengths = ['Where to look', 'Which technique', 'The whole reason'];
    for (const [index, name] of strengths.entries()) {
      await button(page, name).click();
      await page.locator(`[data-testid="hint"][data-strength="${index + 1}"]`).waitFor();
      const hint = await ask('sudoku/hint', { grid: NINE, strength: index + 1 });
      await page.getByTestId('hint').filter({ hasText: hint.step?.sentence ?? hint.look }).waitFor();
      // Only the third strength gives it away.
      await expectCount(button(page, 'Apply it'), index === 2 ? 1 : 0);
      if (hint.technique) await page.getByTestId('hint').filter({ hasText: hint.technique }).waitFor();
    }
    await picture(page, 'sudoku-hint');
    await assertAccessible(page);
    const { step } = await ask('sudoku/hint', { grid: NINE, strength: 3 });
    const [, name, value] = /^(r\d+c\d+)=(\d)$/.exec(step.placed[0]);
    await expectCell(page, name, /part of the hint/);
    await button(page, 'Apply it').click();
    await expectCell(page, name, new RegExp(`value ${value}`));
    await expectCount(page.getByTestId('hint'), 0);
  }));

test('hints lead to the end, eliminations and all', () =>
  visit(at(NINE), async (page) => {
    for (let steps = 0; steps < 120; steps += 1) {
      if (await page.getByTestId('solved').count()) break;
      await button(page, 'The whole reason').click();
      await button(page, 'Apply it').click();
      // The hint goes with the change that may have been the last one.
      await expectCount(page.getByTestId('hint'), 0);
    }
    await page.getByTestId('solved').waitFor();
    await expectLine(page, (await ask('sudoku/solve', { grid: NINE })).solution);
  }));

test('a hint for a large grid, from values of the player and the letters of its sentence', () =>
  visit(at(SIX), async (page) => {
    const { solution } = await ask('sudoku/solve', { grid: SIX });
    await cell(page, 'r1c1').focus();
    await page.keyboard.press(solution[0]);
    await button(page, 'The whole reason').click();
    const hint = await ask('sudoku/hint', { grid: solution[0] + SIX.slice(1), strength: 3 });
    await page.getByTestId('hint').filter({ hasText: hint.step.sentence }).waitFor();
  }));

test('mistakes are told before hints', () =>
  visit(at(NINE), async (page) => {
    await cell(page, 'r1c2').focus();
    const { solution } = await ask('sudoku/solve', { grid: NINE });
    await page.keyboard.press(solution[1] === '5' ? '7' : '5');
    await button(page, 'Where to look').click();
    await expectText(page.getByTestId('checked'), /One cell is wrong.*r1c2/s);
    await expectCell(page, 'r1c2', /mistake/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await button(page, 'Check for mistakes').click();
    await page.getByText('No mistake so far').first().waitFor();
  }));

test('the whole way is explained, looked at and taken over', () =>
  visit(at(NINE), async (page) => {
    await button(page, 'Explain the whole way').click();
    const { steps } = await ask('sudoku/explain', { grid: NINE });
    await expectText(page.getByTestId('way'), new RegExp(`${steps.length} steps to the solution`));
    await expectText(page.getByTestId('status'), `Step 1 of ${steps.length}`);
    await button(page, 'Next').click();
    await page.getByText(steps[1].sentence).first().waitFor();
    await picture(page, 'sudoku-way');
    await assertAccessible(page);
    await page.getByRole('button', { name: `${steps.length}. ${steps.at(-1).technique}` }).click();
    await button(page, 'Take over up to here').click();
    await page.getByTestId('solved').waitFor();
    await expectLine(page, (await ask('sudoku/solve', { grid: NINE })).solution);
  }));

test('superfluous givens, unavoidable sets and ratings are those of the command line', () =>
  visit(at(LOOSE), async (page) => {
    await button(page, 'Is it minimal?').click();
    const { superfluous, givens } = await ask('sudoku/check', { grid: LOOSE });
    await expectText(page.getByTestId('minimal'), new RegExp(`${superfluous.length} of ${givens} givens`));
    await expectRead(() => marked(page, 'superfluous'), superfluous);
    await picture(page, 'sudoku-minimality');
    await button(page, 'Unavoidable sets').click();
    const { sets, list } = await ask('sudoku/unavoidable', { grid: LOOSE, list: true });
    await expectText(page.getByTestId('unavoidable'), new RegExp(`${sets} sets`));
    await expectRead(async () => (await marked(page, 'in the set')).sort(), [...list[0]].sort());
    await picture(page, 'sudoku-unavoidable');
    await button(page, 'Rate it').click();
    const rated = await ask('sudoku/rate', { grid: LOOSE });
    const rating = page.getByTestId('rating');
    await rating.filter({ hasText: rated.se.er.toFixed(1) }).filter({ hasText: String(rated.hodoku.score) }).waitFor();
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
      await expectLine(page, line);
      await expectRead(() => page.url().includes(line.slice(0, 20)), true);
    }));
}

test("placed values and struck candidates come in by HoDoKu's format and go out again", () =>
  visit(at(SMALL), async (page) => {
    const hodoku = `:0000:x:53+4${LOOSE.slice(3)}:214::`;
    const asked = [];
    page.on('request', (request) => request.url().includes('/api/sudoku/') && asked.push(new URL(request.url()).pathname));
    await page.getByLabel(/in any format/).fill(hodoku);
    await button(page, 'Open it').click();
    await expectCells(page, 81);
    await expectCell(page, 'r1c3', 'row 1 column 3, value 4');
    assert.deepEqual(asked, ['/api/sudoku/show']);
    await page.getByLabel('Auto-notes').check();
    await expectCell(page, 'r1c4', 'row 1 column 4, empty, notes 6');
    await page.getByLabel('Format', { exact: true }).selectOption('hodoku');
    await button(page, 'Write it').click();
    await expectRead(async () => (await page.getByTestId('written').inputValue()).trim(), hodoku);
  }));

test('a bad text is refused as the command line refuses it', () =>
  visit(at(SMALL), async (page) => {
    await page.getByLabel(/in any format/).fill(LOOSE.slice(1));
    await button(page, 'Open it').click();
    await expectText(page.getByRole('alert'), /no sudoku has 80 cells/i);
    await assertAccessible(page);
  }));

test('of many sudokus one is chosen, and a bad one among them is named', () =>
  visit(at(SMALL), async (page) => {
    await page.getByLabel(/in any format/).fill(`${NINE}\n${LOOSE}`);
    await button(page, 'Open it').click();
    await page.getByRole('button', { name: `2. ${LOOSE.slice(0, 28)}` }).click();
    await expectLine(page, LOOSE);
    await page.getByLabel(/in any format/).fill(`${NINE}\n${LOOSE.slice(1)}`);
    await button(page, 'Open it').click();
    await expectText(page.getByRole('alert'), /80 cells/);
  }));

test('it is written in every format', () =>
  visit(at(NINE), async (page) => {
    const formats = await page.getByLabel('Format', { exact: true }).locator('option').evaluateAll((options) => options.map(({ value }) => value));
    assert.equal(formats.length, 13);
    for (const to of formats) {
      await page.getByLabel('Format', { exact: true }).selectOption(to);
      await button(page, 'Write it').click();
      const { text } = await ask('sudoku/convert', { grid: NINE, to });
      await expectRead(() => page.getByTestId('written').inputValue(), text.replaceAll('\r\n', '\n'), to);
    }
  }));

test('a sudoku of order 2 is made, and one by its technique', () =>
  visit(at(NINE), async (page) => {
    await page.getByLabel('Size').selectOption('2x2');
    await button(page, 'Make it').click();
    await page.locator('[data-cell="r4c5"]').waitFor({ state: 'detached', timeout: 60_000 });
    const made = await lineOf(page);
    assert.equal((await ask('sudoku/solve', { grid: made })).verdict, 'one');
    assert.equal((await ask('sudoku/check', { grid: made })).minimal, true);
    await page.goBack();
    await expectCells(page, 81);
    await page.getByLabel('Size').selectOption('3x3');
    await page.getByLabel('How hard').selectOption('technique');
    await page.getByLabel('Hardest technique').selectOption('naked pair');
    await button(page, 'Make it').click();
    await page.waitForURL((address) => !address.search.includes(NINE), { timeout: 120_000 });
    await button(page, 'Make it').waitFor();
    const { steps } = await ask('sudoku/explain', { grid: await lineOf(page) });
    assert.ok(steps.some(({ technique }) => technique === 'naked pair'));
  }));

test('techniques and symmetries to choose from are those that the server lists, with their meanings', () =>
  visit('/sudoku', async (page) => {
    const listed = async (parameter, field) => {
      const answer = await fetch(`${url}/api/sudoku/gen?${parameter}=list`);
      return (await answer.json())[0].result[field];
    };
    const offered = (label) => page.getByLabel(label).locator('option').evaluateAll((options) => options.map(({ value }) => value));
    await page.getByLabel('How hard').selectOption('technique');
    const [techniques, symmetries] = [await listed('technique', 'techniques'), await listed('symmetry', 'symmetries')];
    await expectRead(() => offered('Hardest technique'), techniques.map(({ name }) => name));
    await expectRead(() => offered('Symmetry of the givens'), ['', ...symmetries.map(({ name }) => name)]);
    const { name, summary } = techniques.at(-1);
    await page.getByLabel('Hardest technique').selectOption(name);
    await page.getByText(summary, { exact: true }).waitFor();
    await assertAccessible(page);
  }));

test('making one can be cancelled, and the grid stays', () =>
  visit(at(NINE), async (page) => {
    await page.getByLabel('How hard').selectOption('se');
    await page.getByLabel('From', { exact: true }).fill('11.5');
    await page.getByLabel('To', { exact: true }).fill('12');
    await button(page, 'Make it').click();
    await button(page, 'Cancel').click();
    await button(page, 'Make it').waitFor();
    await expectCount(page.getByRole('alert'), 0);
    await expectLine(page, NINE);
  }));

test('the clock is off until it is wanted', () =>
  visit(at(NINE), async (page) => {
    await expectCount(page.getByRole('timer'), 0);
    await page.getByLabel('Clock').check();
    await expectText(page.getByRole('timer'), /[1-9]/);
    await page.reload();
    await expectText(page.getByRole('timer'), /^\d+:\d\d$/);
  }));

for (const size of Object.keys(sizes)) {
  for (const order of [4, 5]) {
    test(`a grid of order ${order} at ${size} width`, () =>
      visit(at('.'.repeat(order ** 4)), async (page) => {
        await page.getByLabel('Auto-notes').check();
        await cell(page, 'r1c1').focus();
        await page.keyboard.press('c');
        await expectCell(page, 'r1c1', 'row 1 column 1, value C');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Shift+KeyA');
        await expectCell(page, 'r1c2', /^(?!.*notes.* A)/);
        await picture(page, `sudoku-${order}-${size}`);
        await assertNoSideways(page);
        await assertAccessible(page);
      }, { size }));
  }
}

test('an elimination that is applied can be seen, without auto-notes too', () =>
  visit(at(NINE), async (page) => {
    for (let steps = 0; steps < 40; steps += 1) {
      await button(page, 'The whole reason').click();
      await button(page, 'Apply it').waitFor();
      const losing = (await marked(page, ', not ')).at(0);
      const before = losing && (await cell(page, losing).getAttribute('aria-label'));
      await button(page, 'Apply it').click();
      await expectCount(page.getByTestId('hint'), 0);
      if (!losing) continue;
      const gone = /, not (\w)/.exec(before)[1];
      await expectCell(page, losing, new RegExp(`empty, notes (?!.*${gone})`));
      return;
    }
    assert.fail('no hint was an elimination');
  }));

test('values are kept by the browser, and a link with its own values shows nothing else', () =>
  visit(at(NINE), async (page) => {
    await cell(page, 'r1c2').focus();
    await page.keyboard.press('5');
    await cell(page, 'r1c3').focus();
    await page.keyboard.press('Shift+Digit3');
    await expectCell(page, 'r1c3', /notes 3/);
    await page.goto(url + at(NINE));
    await expectCell(page, 'r1c2', /value 5/);
    await expectCell(page, 'r1c3', /notes 3/);
    await page.goto(`${url}${at(NINE)}&values=.7`);
    await expectCell(page, 'r1c2', /value 7/);
    await expectCell(page, 'r1c3', 'row 1 column 3, empty');
  }));

test('all values of a large grid are of one size', () =>
  visit(at('1A'.padEnd(25, '.') + '2BC'.padEnd(600, '.')), async (page) => {
    await expectCells(page, 625);
    const sizes = await page.$$eval('.value', (values) => values.map((value) => getComputedStyle(value).fontSize));
    assert.equal(sizes.length, 5);
    assert.equal(new Set(sizes).size, 1, sizes.join(' '));
  }));

test('the lines between cells are seen in the dark', () =>
  visit(at(NINE), async (page) => {
    const [line, ground] = await cell(page, 'r9c9').evaluate((found) => {
      const { borderTopColor, backgroundColor } = getComputedStyle(found);
      return [borderTopColor, backgroundColor];
    });
    assert.ok(contrast(colorParts(line), colorParts(ground)) >= 3, `${line} on ${ground}`);
  }, { scheme: 'dark' }));
