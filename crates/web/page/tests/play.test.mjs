// Endings played in the browser, to mate.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import {
  assertAccessible,
  byClicks,
  data,
  expectCount,
  expectFirstSquare,
  expectFocus,
  expectLink,
  expectMan,
  expectText,
  linkTo,
  picture,
  square,
  url,
  visit,
} from './workshop.mjs';

const KQK = '/play?ending=KQvK&fen=8/8/8/4k3/8/8/8/K2Q4_w_-_-_0_1';

const fenOf = (page) => page.getByTestId('fen').textContent();
const expectFen = (page, wanted) => expectText(page.getByTestId('fen'), wanted);
const expectVerdict = (page, wanted) => expectText(page.getByTestId('verdict'), wanted);
const expectJudgement = (page, wanted) => expectText(page.getByTestId('judgement'), wanted);

/** What the tables say of the position on the page. */
async function probe(page) {
  const fen = await fenOf(page);
  const response = await fetch(`${url}/standard?fen=${encodeURIComponent(fen)}`);
  return response.json();
}

/** Until it is the player's turn again, or the game is over. */
const untilReady = (page) => expectText(page.getByTestId('status'), /Your move|The game is over/);

/** Plays the best moves, each by the given means, until mate. */
async function playToMate(page, move) {
  await untilReady(page);
  for (let count = 0; count < 12; count += 1) {
    if (await page.getByText('The game is over').count()) {
      await expectVerdict(page, /checkmated/);
      return count;
    }
    const { moves } = await probe(page);
    const before = await fenOf(page);
    await move(page, moves[0].uci);
    await page.getByTestId('fen').filter({ hasNotText: before }).waitFor();
    await untilReady(page);
  }
  throw new Error(`no mate: ${await fenOf(page)}`);
}

async function byDragging(page, uci) {
  const middle = async (name) => {
    const { x, y, width, height } = await square(page, name).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.move(...(await middle(uci.slice(0, 2))));
  await page.mouse.down();
  await page.mouse.move(...(await middle(uci.slice(2, 4))), { steps: 5 });
  await page.mouse.up();
}

/** Walks the focus to a square by arrow keys, and presses Enter. */
async function walkTo(page, goal) {
  const steps = (from, to, forward, back) => Array(Math.abs(to - from)).fill(to > from ? forward : back);
  const from = await page.locator('[data-square]:focus').getAttribute('data-square');
  const keys = [
    ...steps(from.charCodeAt(0), goal.charCodeAt(0), 'ArrowRight', 'ArrowLeft'),
    ...steps(Number(from[1]), Number(goal[1]), 'ArrowUp', 'ArrowDown'),
  ];
  for (const key of keys) await page.keyboard.press(key);
  await expectFocus(page, `[data-square="${goal}"]`);
  await page.keyboard.press('Enter');
}

async function byKeys(page, uci) {
  await walkTo(page, uci.slice(0, 2));
  await walkTo(page, uci.slice(2, 4));
}

test('KQvK to mate by clicks', () =>
  visit(KQK, async (page) => {
    const moves = await playToMate(page, byClicks);
    assert.equal(moves, 9);
    await expectText(page.getByTestId('moves'), /#/);
    await picture(page, 'play-mate');
    await assertAccessible(page);
  }));

test('KQvK to mate by dragging', () =>
  visit(KQK, async (page) => assert.equal(await playToMate(page, byDragging), 9)));

test('KQvK to mate by keyboard alone', () =>
  visit(KQK, async (page) => {
    await untilReady(page);
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement.dataset.square)) break;
    }
    assert.equal(await playToMate(page, byKeys), 9);
  }));

test('KQvK to mate by typed moves', () =>
  visit(KQK, async (page) => {
    const byText = async (_, uci) => {
      const { moves } = await probe(page);
      await page.getByLabel(/Your move/).fill(moves.find((m) => m.uci === uci).san);
      await page.keyboard.press('Enter');
    };
    assert.equal(await playToMate(page, byText), 9);
  }));

test('a win given away is told, with the move that kept it', () =>
  visit('/play?fen=7k/8/5K2/8/8/8/8/6Q1_w_-_-_0_1', async (page) => {
    await untilReady(page);
    const { moves } = await probe(page);
    const slip = moves.find((m) => m.category === 'draw');
    await byClicks(page, slip.uci);
    await expectJudgement(page, new RegExp(`Win lost.*${moves[0].san}.*kept it`, 's'));
    await picture(page, 'play-win-lost');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectFen(page, /^7k\/8\/5K2\/8\/8\/8\/8\/6Q1 w/);
  }));

test('Black is answered by the quickest mate', () =>
  visit('/play?fen=8/8/8/8/8/4k3/8/KQ6_b_-_-_0_1&side=b', async (page) => {
    await untilReady(page);
    await expectVerdict(page, 'White wins with best play');
    const { moves } = await probe(page);
    await byClicks(page, moves[0].uci);
    await expectFen(page, / b - - 2 2$/);
    await expectJudgement(page, /Still lost.*longest resistance/s);
  }));

test('Space watches perfect play of both sides', () =>
  visit(KQK, async (page) => {
    await untilReady(page);
    await square(page, 'e1').focus();
    await page.keyboard.down(' ');
    await page.getByTestId('moves').locator('li').nth(1).waitFor();
    await page.keyboard.up(' ');
    await untilReady(page);
    const count = await page.getByTestId('moves').locator('li').count();
    assert.ok(count >= 2 && count < 9, `${count} moves`);
  }));

test('a pawn asks what it becomes, by mouse and by keyboard', () =>
  visit('/play?fen=8/P6k/8/8/8/8/8/K7_w_-_-_0_1', async (page) => {
    await untilReady(page);
    await byClicks(page, 'a7a8');
    await page.getByRole('dialog', { name: 'Promote to' }).waitFor();
    await assertAccessible(page);
    await picture(page, 'play-promotion');
    await page.keyboard.press('Escape');
    await expectFocus(page, '[data-square="a7"]');
    await expectMan(page, 'a8', null);
    await byClicks(page, 'a7a8');
    await expectFocus(page, '[role="dialog"] [aria-label="white queen"]');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expectMan(page, 'a8', 'wR');
  }));

test('a new position is random, its tables built first', () =>
  visit('/play', async (page) => {
    const asked = page.waitForRequest(/\/api\/endgame\/random/);
    await page.getByLabel('From the list').selectOption('KRvK');
    await asked;
    await page.getByTestId('fen').filter({ hasText: /[RP]/ }).waitFor({ timeout: 60_000 });
    await untilReady(page);
    await expectVerdict(page, 'White wins with best play');
    await expectLink(page, /ending=KRvK/);
  }));

/** Overwrites a table from a byte on, as a bad disk would. */
async function damage(table, from) {
  const path = join(data, table);
  const bytes = await readFile(path);
  await writeFile(path, bytes.fill(0x5a, from));
}

const isDamageReported = (fault) => /^500 .*(standard|endgame\/(stats|random))/.test(fault);

test('a damaged table is rebuilt from the page, and the question asked again', { skip: !data && 'SOLE_DATA is not set' }, async () => {
  const built = await fetch(`${url}/api/endgame/build`, { method: 'POST', body: '{"material":"KQvKB"}' });
  assert.equal(built.status, 200, await built.text());
  await damage('KQvKB.dtm', 64);
  await visit('/play?fen=8/8/8/4k2b/8/8/8/K2Q4_b_-_-_0_1&side=b', async (page) => {
    const question = page.getByRole('group', { name: 'Damaged table' });
    await expectText(question, /The table of KQvKB on this machine is damaged/);
    await assertAccessible(page);
    await picture(page, 'play-damaged');
    await question.getByRole('button', { name: 'Not now' }).click();
    await expectText(page.getByRole('alert'), /the table KQvKB\.dtm is damaged/);
    await page.getByRole('button', { name: 'Try again' }).click();
    const started = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/jobs'));
    await question.getByRole('button', { name: 'Rebuild KQvKB' }).click();
    assert.deepEqual((await started).postDataJSON(), { command: 'endgame build', arguments: { material: 'KQvKB', check: true } });
    await page.getByRole('group', { name: 'Rebuilding KQvKB' }).getByRole('progressbar').waitFor();
    await untilReady(page);
    await expectCount(page.getByRole('alert'), 0);
  }, { tolerate: isDamageReported });
});

test('the atlas offers to rebuild a table whose header is destroyed', { skip: !data && 'SOLE_DATA is not set' }, async () => {
  await damage('KQvKB.dtm', 0);
  await visit('/atlas?ending=KQvKB', async (page) => {
    await page.getByRole('button', { name: 'Rebuild KQvKB' }).click();
    await expectText(page.getByTestId('conclusion'), /White/);
  }, { tolerate: isDamageReported });
});

test('a link leads to the same position, and a set-up one can be played', () =>
  visit(`${KQK}&moves=a1b2`, async (page) => {
    await untilReady(page);
    const fen = await fenOf(page);
    await page.goto(page.url());
    await untilReady(page);
    await expectFen(page, fen);
    await page.getByRole('button', { name: 'Set up a position' }).click();
    await page.getByLabel('FEN', { exact: true }).fill('8/8/8/8/8/k7/8/K6R w - - 0 1');
    await page.keyboard.press('Tab');
    await assertAccessible(page);
    await expectLink(page, /setup=8\/8\/8\/8\/8\/k7\/8\/K6R/);
    await page.goto(page.url());
    await page.getByRole('button', { name: 'Play from here' }).waitFor();
    await expectMan(page, 'h1', 'wR');
    await picture(page, 'play-setup');
    await page.getByRole('button', { name: 'Play from here' }).click();
    await untilReady(page);
    await expectFen(page, '8/8/8/8/8/k7/8/K6R w - - 0 1');
  }));

test('the side from which the board is seen is in the link', () =>
  visit(`${KQK}&side=b`, async (page) => {
    await untilReady(page);
    await expectFirstSquare(page, 'h1');
    await page.getByRole('button', { name: 'Flip' }).click();
    await expectFirstSquare(page, 'a8');
    await expectLink(page, /flip=1/);
    await page.goto(page.url());
    await untilReady(page);
    await expectFirstSquare(page, 'a8');
    await page.getByLabel('White', { exact: true }).check();
    await expectFirstSquare(page, 'h1');
  }));

test('a hint, the judgement and the moves that are listed are in the link', async () => {
  let link;
  // A draw with a pawn on the board: the game goes on.
  await visit('/play?fen=8/8/4k3/8/4K3/8/4P3/8_w_-_-_0_1', async (page) => {
    await untilReady(page);
    const { moves } = await probe(page);
    await byClicks(page, moves.find((move) => move.category === 'draw').uci);
    await expectFen(page, / w - - \d 2$/);
    await untilReady(page);
    await page.getByText(/All \d+ moves/).click();
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('[data-square].marked').waitFor();
    await page.getByRole('button', { name: 'Show the move' }).click();
    await page.locator('[data-arrow]').waitFor();
    await expectLink(page, /moves=\w+,\w+&hint=2&open=moves$/);
    link = linkTo(page);
  });
  await visit(link, async (page) => {
    await expectJudgement(page, /Win lost.*kept it/s);
    await page.locator('[data-arrow]').waitFor();
    await page.locator('details button').first().waitFor();
    await expectLink(page, link);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByTestId('judgement').waitFor({ state: 'detached' });
    await expectLink(page, /^(?!.*(moves=|hint)).*open=moves/);
  });
});

test('a position that cannot be is refused as the command line refuses it', () =>
  visit('/play?fen=8/8/8/8/3k4/8/8/K2Q4_w_-_-_0_1', async (page) => {
    const alert = page.getByRole('alert');
    await expectText(alert, /cannot be played on/);
    await expectText(alert, /\^/);
    await assertAccessible(page);
    await picture(page, 'play-refused');
    await page.getByRole('button', { name: 'Use it' }).click();
    await alert.waitFor({ state: 'detached' });
  }));

test('all moves are listed by their worth, the best first', () =>
  visit('/play?fen=7k/8/5K2/8/8/8/8/6Q1_w_-_-_0_1', async (page) => {
    await untilReady(page);
    await page.getByText(/All \d+ moves/).click();
    await assertAccessible(page);
    await picture(page, 'play-moves');
    const { moves } = await probe(page);
    await expectText(page.locator('details button').first(), new RegExp(`^${moves[0].san}`));
    await expectCount(page.locator('details button'), moves.length);
  }));

test('a large build is asked for, shows its progress and can be cancelled', () =>
  visit('/play?fen=8/8/8/3r4/8/2k5/8/KQR5_b_-_-_0_1', async (page) => {
    const question = page.getByRole('group', { name: 'Missing tables' });
    await question.waitFor();
    await assertAccessible(page);
    await question.getByRole('button', { name: 'Build them' }).click();
    const job = page.getByRole('group', { name: /Building the tables of/ });
    await expectText(job, /\d+ %.*building · \w+ .* of .* slices/s);
    const share = await job.getByRole('progressbar').evaluate(({ value }) => value);
    assert.ok(share >= 0 && share < 1, `${share}`);
    await assertAccessible(page);
    await picture(page, 'play-build');
    await job.getByRole('button', { name: 'Cancel' }).click();
    await expectText(page.getByRole('alert'), /cancelled/i);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  }));

test('a small missing table is built at once, with its progress, and the game begins', () =>
  visit('/play?fen=8/8/8/4k2n/8/8/8/K2R4_w_-_-_0_1', async (page) => {
    const job = page.getByRole('group', { name: 'Building the tables of KRvKN' });
    await job.getByRole('progressbar').waitFor();
    await untilReady(page);
    await job.waitFor({ state: 'detached' });
    await expectCount(page.getByRole('alert'), 0);
  }));

test('what a pawn becomes is offered at its square, always in the same order', async () => {
  const pawn = '8/1P6/k7/8/K7/8/8/8_w_-_-_0_1';
  const orders = { [pawn]: 'b7b8', [`${pawn}&flip=1`]: 'b7b8' };
  for (const [fen, uci] of Object.entries(orders)) {
    await visit(`/play?fen=${fen}`, async (page) => {
      await untilReady(page);
      await byClicks(page, uci);
      const choices = page.getByRole('dialog', { name: 'Promote to' }).getByRole('button');
      await expectCount(choices, 4);
      const names = await choices.evaluateAll((found) => found.map((button) => button.ariaLabel.split(' ')[1]));
      assert.deepEqual(names, ['queen', 'rook', 'bishop', 'knight']);
      const [first, goal] = [await choices.first().boundingBox(), await square(page, uci.slice(2)).boundingBox()];
      for (const side of ['x', 'y', 'width', 'height']) assert.ok(Math.abs(first[side] - goal[side]) < 2, `${fen} ${side}`);
    });
  }
});

test('moves of a link that are not legal are left out', async () => {
  const cases = { a1h8: /^(?!.*moves)/, d1d9: /^(?!.*moves)/, 'zzz,e5f4': /^(?!.*moves)/, 'd1d3,e5f4,d3a8': /moves=d1d3,e5f4$/ };
  for (const [moves, link] of Object.entries(cases)) {
    await visit(`${KQK}&moves=${moves}`, async (page) => {
      await untilReady(page);
      await expectLink(page, link);
      await expectMan(page, 'a1', 'wK');
    });
  }
});

test('two kings alone end the game', () =>
  visit('/play?fen=8/8/8/4k3/8/8/8/K7_w_-_-_0_1', async (page) => {
    await expectText(page.getByTestId('status'), 'The game is over.');
    await expectVerdict(page, /nobody can mate/);
    await expectCount(page.getByText(/All \d+ moves/), 0);
    await expectCount(page.locator('[data-square].can'), 0);
  }));

test('stalemate is called so', () =>
  visit('/play?fen=7k/8/5K2/8/8/8/8/6Q1_w_-_-_0_1', async (page) => {
    await untilReady(page);
    await byClicks(page, 'g1g6');
    await expectJudgement(page, /Win lost.*Stalemate: the game is drawn/s);
  }));

test('what can never be played is not offered again', () =>
  visit('/play?fen=8/8/8/8/8/8/1k6/K2Q4_w_-_-_0_1', async (page) => {
    await expectText(page.getByRole('alert'), /the kings touch/);
    await expectCount(page.getByRole('button', { name: 'Try again' }), 0);
  }));
