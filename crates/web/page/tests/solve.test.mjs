// Puzzles solved in the browser, and wrong tries refuted.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { assertAccessible, linkTo, manOn, picture, shownSquares, square, url, visit } from './workshop.mjs';

const records = (await readFile(new URL('browser.jsonl', import.meta.url), 'utf8')).trim().split('\n').map((line) => JSON.parse(line));
const at = (id) => `/solve?collection=browser&id=${id}`;

const noteOf = async (page) => {
  await page.getByTestId('note').waitFor();
  return page.getByTestId('note').textContent();
};

async function play(page, uci) {
  await page.waitForFunction(
    (from) => document.querySelector(`[data-square="${from}"]`)?.classList.contains('can'),
    uci.slice(0, 2),
  );
  await square(page, uci.slice(0, 2)).click();
  await square(page, uci.slice(2, 4)).click();
}

const until = (page, words) =>
  page.waitForFunction((text) => document.querySelector('[data-testid="note"]')?.textContent.includes(text), words);

const solve = async (fen, stipulation) => {
  const query = new URLSearchParams({ fen, stipulation, tries: '1' });
  return (await (await fetch(`${url}/api/mate/solve?${query}`)).json()).result;
};

test('a mate in two is solved: key, reply, mate', () =>
  visit(at(1), async (page) => {
    assert.equal(await page.getByTestId('question').textContent(), 'White to move and mate in 2');
    await play(page, 'g3h5');
    await until(page, 'The answer is');
    const { tree } = await solve(records[0].position, '#2');
    const played = await page.getByTestId('played').textContent();
    const variation = tree.keys[0].variations.find((reply) => played.includes(reply.san));
    assert.ok(variation, played);
    await play(page, variation.answers[0].uci);
    await until(page, 'Solved');
    await page.getByTestId('tree').waitFor();
    await assertAccessible(page);
    await picture(page, 'solve-solved');
    await page.reload();
    await until(page, 'Solved');
    await page.getByRole('button', { name: 'Again' }).click();
    await page.getByText('solved before').waitFor();
  }));

test('the line played is in the link, and is judged again by whoever opens it', async () => {
  let link;
  let played;
  await visit(at(1), async (page) => {
    await play(page, 'g3h5');
    await until(page, 'The answer is');
    played = await page.getByTestId('played').textContent();
    await page.getByRole('button', { name: 'Flip' }).click();
    await page.waitForFunction(() => /flip=1/.test(location.search));
    link = linkTo(page);
  });
  assert.match(link, /moves=g3h5,\w+&/);
  await visit(link, async (page) => {
    await until(page, 'The answer is');
    assert.equal(await page.getByTestId('played').textContent(), played);
    assert.equal((await shownSquares(page))[0], 'h1');
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.waitForFunction(() => !/moves=/.test(location.search));
    await play(page, 'f5f6');
    await until(page, 'does not work');
    link = linkTo(page);
  });
  await visit(link, async (page) => {
    await until(page, 'Kf6 does not work');
    assert.match(page.url(), /moves=f5f6&/);
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.getByTestId('tree').waitFor();
    await page.waitForFunction(() => /answer=1/.test(location.search));
    link = linkTo(page);
  });
  await visit(link, async (page) => {
    await page.getByTestId('tree').waitFor();
    await page.getByRole('button', { name: 'Again' }).click();
    await page.waitForFunction(() => !/answer|moves/.test(location.search));
  });
});

test('a link to a solved puzzle, or to moves that cannot be, solves nothing for the reader', async () => {
  const { tree } = await solve(records[0].position, '#2');
  await visit(`${at(1)}&moves=g3h5,${tree.keys[0].variations[0].uci},a1a1`, async (page) => {
    await page.getByTestId('note').waitFor();
    await page.getByText(/^0 of \d+ solved$/).waitFor();
    await page.waitForFunction(() => !/a1a1/.test(location.search));
  });
  await visit(`${at(6)}&moves=b5b6`, async (page) => {
    await until(page, 'The only move');
    await page.getByText(/^0 of \d+ solved$/).waitFor();
  });
});

test('wrong tries are refuted on the board, by the only refutation if there is one', () =>
  visit(at(1), async (page) => {
    const { tree } = await solve(records[0].position, '#2');
    const attempt = tree.tries.find((move) => move.uci === 'f5f6');
    const [refutation] = attempt.refutations;
    await play(page, attempt.uci);
    const note = await noteOf(page);
    assert.match(note, /Kf6 does not work/);
    assert.ok(note.includes(`Only ${refutation.san} refutes it`), note);
    assert.equal(await manOn(page, refutation.uci.slice(2, 4)), 'bK');
    await assertAccessible(page);
    await picture(page, 'solve-refuted');
    await page.getByRole('button', { name: 'Try again' }).click();
    assert.equal(await manOn(page, 'f5'), 'wK');
  }));

test('a hopeless try is refuted by a proof, too', () =>
  visit(at(3), async (page) => {
    const { keys } = await solve(records[2].position, records[2].stipulation);
    await page.waitForFunction(() => document.querySelector('[data-square].can'));
    const from = records[2].position;
    const moves = (await (await fetch(`${url}/api/board/moves?fen=${encodeURIComponent(from)}`)).json()).result.moves;
    const wrong = moves.findLast(({ uci }) => !keys.includes(uci));
    await play(page, wrong.uci);
    assert.match(await noteOf(page), /refutes it|does not force it/);
  }));

test('hint, give up, and a tree to unfold by keyboard', () =>
  visit(at(2), async (page) => {
    await page.waitForFunction(() => document.querySelector('[data-square].can'));
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.waitForFunction(() => document.querySelector('[data-square].marked'));
    assert.equal(await page.locator('[data-square].marked').getAttribute('data-square'), 'd4');
    await page.getByRole('button', { name: 'Show the move' }).click();
    await page.getByRole('button', { name: 'Give up' }).click();
    const tree = page.getByTestId('tree');
    await tree.waitFor();
    const key = tree.locator('details').first();
    assert.ok((await key.locator('summary').first().textContent()).includes('Kc3!'));
    assert.equal(await key.evaluate((element) => element.open), true);
    await key.locator('summary').first().focus();
    await page.keyboard.press('Enter');
    assert.equal(await key.evaluate((element) => element.open), false);
    await page.keyboard.press('Enter');
    assert.equal(await key.evaluate((element) => element.open), true);
    await picture(page, 'solve-tree');
    await assertAccessible(page);
  }));

test('a helpmate is played by both sides', () =>
  visit(at(4), async (page) => {
    const moves = records[3].solutions[0].split(' ');
    for (const [index, uci] of moves.entries()) {
      await play(page, uci);
      await until(page, index === moves.length - 1 ? 'Solved' : `${moves.length - 1 - index} to go`);
    }
  }));

test('a proof game is entered from the array, and a wrong way is proved wrong', () =>
  visit(at(5), async (page) => {
    assert.match(await page.getByTestId('question').textContent(), /How did this arise\? The game took 4 moves/);
    await play(page, 'h2h4');
    assert.match(await noteOf(page), /no game of 7 plies leads to the diagram/);
    await page.getByRole('button', { name: 'Try again' }).click();
    const moves = records[4].solutions[0].split(' ');
    for (const [index, uci] of moves.entries()) {
      await play(page, uci);
      await until(page, index === moves.length - 1 ? 'That is how it arose' : 'to go');
    }
    await picture(page, 'solve-proof');
    await assertAccessible(page);
  }));

test('the only move of an ending is found, others are answered', () =>
  visit(at(6), async (page) => {
    await play(page, 'h6h7');
    await until(page, 'does not work');
    assert.match(await noteOf(page), /Win lost/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await play(page, 'b5b6');
    await until(page, 'The only move');
    await page.getByRole('link', { name: 'Play it on' }).waitFor();
  }));

test('filters narrow the list, and next goes on', () =>
  visit('/solve?collection=browser', async (page) => {
    await page.getByTestId('question').waitFor();
    await page.getByLabel('Kind').selectOption('proof');
    await page.waitForFunction(() => document.querySelector('[data-testid="question"]')?.textContent.includes('How did this arise'));
    assert.match(page.url(), /kind=proof/);
    await page.getByLabel('Kind').selectOption('mate');
    await page.getByLabel('Length').selectOption('3');
    await page.waitForFunction(() => document.querySelector('[data-testid="question"]')?.textContent.includes('mate in 3'));
    await page.getByLabel('Length').selectOption('');
    await page.getByLabel('Rating').selectOption('mate.difficulty');
    const before = page.url();
    await page.getByRole('button', { name: 'Next puzzle' }).click();
    await page.waitForFunction((then) => location.href !== then, before);
  }));

test('a problem can be in the address itself', () =>
  visit('/solve?fen=8/8/8/8/3K4/1Q1n4/8/k7_w_-_-_0_1&stipulation=%232', async (page) => {
    await play(page, 'd4c3');
    await until(page, 'The answer is');
    await page.waitForFunction(() => /^\?fen=[^&]+&stipulation=%232&moves=d4c3,/.test(location.search));
    await page.getByRole('button', { name: 'Next puzzle' }).click();
    await page.waitForFunction(() => location.search.includes('collection='));
  }));
