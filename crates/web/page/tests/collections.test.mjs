// A collection is browsed, filtered, opened and taken away.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { assertAccessible, assertNoSideways, expectAttribute, expectCount, expectLink, expectText, linkTo, picture, saved, visit } from './workshop.mjs';

const records = (await readFile(new URL('browser.jsonl', import.meta.url), 'utf8')).trim().split('\n');

const untilCount = (page, count) => expectText(page.getByTestId('count').locator('strong'), String(count));

test('the shelf has the collection, with its kinds', () =>
  visit('/collections', async (page) => {
    await page.getByRole('link', { name: 'browser', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'browser' }).waitFor();
    await untilCount(page, records.length);
    await expectCount(page.getByTestId('puzzles').locator('li'), records.length);
    await picture(page, 'collections-browse');
    await assertAccessible(page);
  }));

test('filters by kind, length, theme and rating', () =>
  visit('/collections?name=browser', async (page) => {
    await untilCount(page, 7);
    await page.getByLabel('Kind').selectOption('mate');
    await untilCount(page, 4);
    await page.getByLabel('Length').selectOption('2');
    await untilCount(page, 3);
    await page.getByLabel('Theme').selectOption('modelMate');
    await untilCount(page, 2);
    await page.getByLabel('Rating').selectOption('mate.difficulty');
    await page.getByLabel('From', { exact: true }).fill('1200');
    await page.keyboard.press('Tab');
    await untilCount(page, 1);
    await assertAccessible(page);
    await expectLink(page, /kind=mate.*tag=modelMate.*length=2.*scale=mate\.difficulty.*min=1200/);
    await page.goto(page.url());
    await untilCount(page, 1);
    await page.goBack();
    await page.goBack();
    await page.getByTestId('count').waitFor();
  }));

test('a puzzle has an address of its own, and leads to Solve', () =>
  visit('/collections?name=browser&id=5', async (page) => {
    await page.getByText('Tibor Orban').waitFor();
    await page.getByText('Show the solution').click();
    await page.getByText('1. e4 e6 2. Bb5 Ke7 3. Bxd7 c6 4. Be8 Kxe8').waitFor();
    await picture(page, 'collections-puzzle');
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Solve it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Solve' }).waitFor();
    await expectLink(page, /collection=browser&id=5/);
  }));

test('a solution that is shown is in the link', async () => {
  let link;
  const moves = '1. e4 e6 2. Bb5 Ke7 3. Bxd7 c6 4. Be8 Kxe8';
  await visit('/collections?name=browser&id=5', async (page) => {
    await page.getByText('Show the solution').click();
    await page.getByText(moves).waitFor();
    await expectLink(page, '/collections?name=browser&id=5&answer=1');
    link = linkTo(page);
  });
  await visit(link, async (page) => {
    await page.getByText(moves).waitFor();
    await page.getByText('Show the solution').click();
    await expectLink(page, '/collections?name=browser&id=5');
    await page.getByText(moves).waitFor({ state: 'hidden' });
  });
});

test('a sudoku leads to Sudoku', () =>
  visit('/collections?name=browser&id=7', async (page) => {
    await expectAttribute(page.getByRole('link', { name: 'Solve it' }), 'href', /^\/sudoku\?grid=/);
  }));

test('what is chosen is downloaded', () =>
  visit('/collections?name=browser&kind=proof', async (page) => {
    await untilCount(page, 1);
    const { name, content } = await saved(page, 'JSON lines');
    assert.equal(name, 'browser.jsonl');
    const lines = content.toString().trim().split('\n');
    assert.deepEqual(lines.map((line) => JSON.parse(line).kind), ['proof']);
  }));

test('collections are downloaded in the formats of other programs', () =>
  visit('/collections?name=browser&kind=mate', async (page) => {
    await untilCount(page, 4);
    const contents = { EPD: /8\/8\/7k\/5K2/, PGN: /\[FEN "/, Olive: /stipulation/, Popeye: /beginproblem/i };
    for (const [button, pattern] of Object.entries(contents)) {
      assert.match((await saved(page, button)).content.toString(), pattern, button);
    }
    await page.getByLabel('Kind').selectOption('sudoku');
    await untilCount(page, 1);
    assert.match((await saved(page, 'Sudoku lines')).content.toString(), /^[.0-9]{81}/m);
  }));

test('what a format does not keep is told', () =>
  visit('/collections?name=browser', async (page) => {
    await untilCount(page, 7);
    await saved(page, 'Sudoku lines');
    const told = page.locator('p', { hasText: 'left out' });
    await told.filter({ hasText: '4 puzzles of kind mate left out: sdm has no such puzzles' }).waitFor();
    await saved(page, 'JSON lines');
    await told.first().waitFor({ state: 'detached' });
  }));

test('what is chosen is printed as a book', () =>
  visit('/collections?name=browser&kind=mate', async (page) => {
    await untilCount(page, 4);
    const starts = { 'Book as PDF': ['browser.pdf', '%PDF-'], 'Book as HTML': ['browser.html', '<!DOCTYPE html>'] };
    for (const [button, [file, start]] of Object.entries(starts)) {
      const { name, content } = await saved(page, button);
      assert.equal(name, file);
      assert.ok(content.toString('latin1').startsWith(start), button);
    }
    await page.getByLabel('Kind').selectOption('sudoku');
    await untilCount(page, 1);
    const book = (await saved(page, 'Book as HTML')).content.toString();
    assert.match(book, /1 puzzle\b/);
    assert.doesNotMatch(book, /Mates? in/);
  }));

test('fits a phone', () =>
  visit('/collections?name=browser', async (page) => {
    await untilCount(page, 7);
    await assertNoSideways(page);
    await picture(page, 'collections-browse-phone');
    await assertAccessible(page);
  }, { size: 'phone' }));

test('a collection that is not there is refused in words', () =>
  visit('/collections?name=nothing', async (page) => {
    await page.getByRole('alert').waitFor();
    await assertAccessible(page);
  }));

test('a page beyond the last one is the last one', () =>
  visit('/collections?name=starter&page=99', async (page) => {
    await page.getByText(/^Page 3 of 3$/).waitFor();
    await expectLink(page, /page=3$/);
    await page.getByTestId('puzzles').locator('li').first().waitFor();
  }));
