// Puzzles solved in the browser, and wrong tries refuted.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import {
  assertAccessible,
  byClicks,
  expectAttribute,
  expectFirstSquare,
  expectLink,
  expectMan,
  expectOpen,
  expectText,
  linkTo,
  picture,
  url,
  visit,
} from './workshop.mjs';

const records = (await readFile(new URL('browser.jsonl', import.meta.url), 'utf8')).trim().split('\n').map((line) => JSON.parse(line));
const at = (id) => `/solve?collection=browser&id=${id}`;

const noted = (page, pattern) => expectText(page.getByTestId('note'), pattern);
const asked = (page, pattern) => expectText(page.getByTestId('question'), pattern);
const arrow = (page, uci = 'd4c3') => page.locator(`[data-arrow="${uci}"]`);
const plain = (text) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));

const solve = async (fen, stipulation) => {
  const query = new URLSearchParams({ fen, stipulation, tries: '1' });
  return (await (await fetch(`${url}/api/mate/solve?${query}`)).json()).result;
};

test('a mate in two is solved: key, reply, mate', () =>
  visit(at(1), async (page) => {
    await asked(page, 'White to move and mate in 2');
    await byClicks(page, 'g3h5');
    await noted(page, /The answer is/);
    const { tree } = await solve(records[0].position, '#2');
    const played = await page.getByTestId('played').textContent();
    const variation = tree.keys[0].variations.find((reply) => played.includes(reply.san));
    assert.ok(variation, played);
    await byClicks(page, variation.answers[0].uci);
    await noted(page, /Solved/);
    await page.getByTestId('tree').waitFor();
    await assertAccessible(page);
    await picture(page, 'solve-solved');
    await page.reload();
    await noted(page, /Solved/);
    await page.getByRole('button', { name: 'Again' }).click();
    await page.getByText('solved before').waitFor();
  }));

test('the line played is in the link, and is judged again by whoever opens it', async () => {
  let link;
  let played;
  await visit(at(1), async (page) => {
    await byClicks(page, 'g3h5');
    await noted(page, /The answer is/);
    played = await page.getByTestId('played').textContent();
    await page.getByRole('button', { name: 'Flip' }).click();
    await expectLink(page, /moves=g3h5,\w+&flip=1/);
    link = linkTo(page);
  });
  await visit(link, async (page) => {
    await noted(page, /The answer is/);
    await expectText(page.getByTestId('played'), played);
    await expectFirstSquare(page, 'h1');
    await page.getByRole('button', { name: 'Take back' }).click();
    await expectLink(page, /^(?!.*moves=)/);
    await byClicks(page, 'f5f6');
    await noted(page, /does not work/);
    await expectLink(page, /moves=f5f6&/);
    link = linkTo(page);
  });
  await visit(link, async (page) => {
    await noted(page, /Kf6 does not work/);
    await expectLink(page, /moves=f5f6&/);
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.getByTestId('tree').waitFor();
    await expectLink(page, /answer=1/);
    link = linkTo(page);
  });
  await visit(link, async (page) => {
    await page.getByTestId('tree').waitFor();
    await page.getByRole('button', { name: 'Again' }).click();
    await expectLink(page, /^(?!.*(answer|moves))/);
  });
});

test('a hint is in the link, as strong as it was', async () => {
  let link;
  await visit(at(2), async (page) => {
    await page.getByRole('button', { name: 'Hint' }).click();
    await expectLink(page, /hint=1/);
    link = linkTo(page);
  });
  await visit(link, async (page) => {
    await expectAttribute(page.locator('[data-square].marked'), 'data-square', 'd4');
    await page.getByRole('button', { name: 'Show the move' }).click();
    await expectLink(page, /hint=2/);
    link = linkTo(page);
  });
  await visit(link, async (page) => {
    await arrow(page).waitFor();
    await expectLink(page, link);
    await byClicks(page, 'd4c3');
    await noted(page, /The answer is/);
    await expectLink(page, /^(?!.*hint)/);
  });
});

test('a link after moves has the hint for the next one', async () => {
  const { tree } = await solve(records[0].position, '#2');
  const [reply] = tree.keys[0].variations;
  await visit(`${at(1)}&moves=g3h5,${reply.uci}&hint=2`, async (page) => {
    await page.locator('[data-arrow]').waitFor();
    await expectLink(page, /moves=g3h5,\w+&hint=2$/);
  });
});

test('what is unfolded of a solution is in the link', async () => {
  let link;
  await visit(`${at(3)}&answer=1`, async (page) => {
    const nodes = page.getByTestId('tree').locator('details');
    await nodes.nth(1).locator('summary').first().click();
    await expectOpen(nodes.nth(1), true);
    await expectLink(page, /answer=1&tree=2$/);
    await nodes.first().locator('summary').first().click();
    await expectLink(page, /answer=1&tree=1,2$/);
    link = linkTo(page);
  });
  await visit(link, async (page) => {
    const nodes = page.getByTestId('tree').locator('details');
    await expectOpen(nodes.nth(0), false);
    await expectOpen(nodes.nth(1), true);
    await expectLink(page, link);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Again' }).click();
    await expectLink(page, /^(?!.*(answer|tree))/);
  });
});

test('odd values in a link do no harm', () =>
  visit(`${at(2)}&hint=99&tree=x,-1,4e9&flip=7`, async (page) => {
    await arrow(page).waitFor();
    await expectLink(page, /&hint=2&tree=4000000000$/);
  }));

test('a link to a solved puzzle, or to moves that cannot be, solves nothing for the reader', async () => {
  const { tree } = await solve(records[0].position, '#2');
  await visit(`${at(1)}&moves=g3h5,${tree.keys[0].variations[0].uci},a1a1`, async (page) => {
    await page.getByTestId('note').waitFor();
    await page.getByText(/^0 of \d+ solved$/).waitFor();
    await expectLink(page, /^(?!.*a1a1)/);
  });
  await visit(`${at(6)}&moves=b5b6`, async (page) => {
    await noted(page, /The only move/);
    await page.getByText(/^0 of \d+ solved$/).waitFor();
  });
});

test('wrong tries are refuted on the board, by the only refutation if there is one', () =>
  visit(at(1), async (page) => {
    const { tree } = await solve(records[0].position, '#2');
    const attempt = tree.tries.find((move) => move.uci === 'f5f6');
    const [refutation] = attempt.refutations;
    await byClicks(page, attempt.uci);
    await noted(page, /Kf6 does not work/);
    await noted(page, plain(`Only ${refutation.san} refutes it`));
    await expectMan(page, refutation.uci.slice(2, 4), 'bK');
    await assertAccessible(page);
    await picture(page, 'solve-refuted');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectMan(page, 'f5', 'wK');
  }));

test('a hopeless try is refuted by a proof, too', () =>
  visit(at(3), async (page) => {
    const { keys } = await solve(records[2].position, records[2].stipulation);
    const from = records[2].position;
    const moves = (await (await fetch(`${url}/api/board/moves?fen=${encodeURIComponent(from)}`)).json()).result.moves;
    const wrong = moves.findLast(({ uci }) => !keys.includes(uci));
    await byClicks(page, wrong.uci);
    await noted(page, /refutes it|does not force it/);
  }));

test('hint, give up, and a tree to unfold by keyboard', () =>
  visit(at(2), async (page) => {
    await page.getByRole('button', { name: 'Hint' }).click();
    await expectAttribute(page.locator('[data-square].marked'), 'data-square', 'd4');
    await page.getByRole('button', { name: 'Show the move' }).click();
    await page.getByRole('button', { name: 'Give up' }).click();
    const tree = page.getByTestId('tree');
    await tree.waitFor();
    const key = tree.locator('details').first();
    await expectText(key.locator('summary').first(), /Kc3!/);
    await expectOpen(key, true);
    await key.locator('summary').first().focus();
    await page.keyboard.press('Enter');
    await expectOpen(key, false);
    await page.keyboard.press('Enter');
    await expectOpen(key, true);
    await picture(page, 'solve-tree');
    await assertAccessible(page);
  }));

test('a helpmate is played by both sides', () =>
  visit(at(4), async (page) => {
    const moves = records[3].solutions[0].split(' ');
    for (const [index, uci] of moves.entries()) {
      await byClicks(page, uci);
      await noted(page, index === moves.length - 1 ? /Solved/ : plain(`${moves.length - 1 - index} to go`));
    }
  }));

test('a proof game is entered from the array, and a wrong way is proved wrong', () =>
  visit(at(5), async (page) => {
    await asked(page, /How did this arise\? The game took 4 moves/);
    await byClicks(page, 'h2h4');
    await noted(page, /no game of 7 plies leads to the diagram/);
    await page.getByRole('button', { name: 'Try again' }).click();
    const moves = records[4].solutions[0].split(' ');
    for (const [index, uci] of moves.entries()) {
      await byClicks(page, uci);
      const left = moves.length - 1 - index;
      await noted(page, left ? plain(`${left} ${left === 1 ? 'ply' : 'plies'} to go`) : /That is how it arose/);
    }
    await picture(page, 'solve-proof');
    await assertAccessible(page);
  }));

test('the only move of an ending is found, others are answered', () =>
  visit(at(6), async (page) => {
    await byClicks(page, 'h6h7');
    await noted(page, /does not work/);
    await noted(page, /Win lost/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await byClicks(page, 'b5b6');
    await noted(page, /The only move/);
    await page.getByRole('link', { name: 'Play it on' }).waitFor();
  }));

test('filters narrow the list, and next goes on', () =>
  visit('/solve?collection=browser', async (page) => {
    await asked(page, /mate in 2/);
    await page.getByLabel('Kind').selectOption('proof');
    await asked(page, /How did this arise/);
    await expectLink(page, /kind=proof&id=5/);
    await page.getByLabel('Kind').selectOption('mate');
    await asked(page, /mate in 2/);
    await page.getByLabel('Length').selectOption('3');
    await asked(page, /mate in 3/);
    await page.getByLabel('Length').selectOption('');
    await page.getByLabel('Rating').selectOption('mate.difficulty');
    await expectLink(page, /kind=mate&scale=mate\.difficulty&id=1$/);
    await page.getByRole('button', { name: 'Next puzzle' }).click();
    await expectLink(page, /kind=mate&scale=mate\.difficulty&id=2$/);
  }));

test('a problem can be in the address itself', () =>
  visit('/solve?fen=8/8/8/8/3K4/1Q1n4/8/k7_w_-_-_0_1&stipulation=%232', async (page) => {
    await byClicks(page, 'd4c3');
    await noted(page, /The answer is/);
    await expectLink(page, /\?fen=[^&]+&stipulation=%232&moves=d4c3,/);
    await page.getByRole('button', { name: 'Next puzzle' }).click();
    await expectLink(page, /collection=/);
  }));

test('a try that is stalemate is called so', () =>
  visit('/solve?fen=7k/8/5K2/8/8/8/8/6Q1_w_-_-_0_1&stipulation=%232', async (page) => {
    await byClicks(page, 'g1g6');
    await noted(page, /Qg6 does not work.*stalemate/s);
  }));

test('ratings have names and numbers that people read', async () => {
  await visit('/solve?collection=starter&kind=proof', async (page) => {
    await page.getByText(/^Free plies \d$/).waitFor();
    assert.equal(await page.getByText(/proof\.\w+/).count(), 0);
  });
  await visit('/solve?collection=starter&id=26', (page) => page.getByText(/^Composition points −14$/).waitFor());
});
