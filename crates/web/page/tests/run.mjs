// Starts a binary's `sole serve` with a data folder that has nothing but a small
// collection, runs the browser tests against it, and ends it again. With SOLE_URL in the environment nothing is started; tests
// that change files of the server need SOLE_DATA, its data folder, then.

import { spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** A port that nobody listens to at the moment. */
function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer().on('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

async function untilItAnswers(url, server) {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`sole serve ended with exit code ${server.exitCode}`);
    const answered = await fetch(url).then((response) => response.ok, () => false);
    if (answered) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`sole serve does not answer at ${url}`);
}

function run(command, args, env) {
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('close', (code) => done(code ?? 1));
  });
}

async function runTests(env, only) {
  const files = (await readdir(here)).filter((name) => name.endsWith('.test.mjs') && name.includes(only));
  if (!files.length) throw new Error(`no test file has ${only} in its name`);
  const paths = files.sort().map((name) => join(here, name));
  return run(process.execPath, ['--test', '--test-concurrency=1', ...paths], env);
}

async function main([binary, only = '']) {
  if (process.env.SOLE_URL) return runTests({}, only);
  const data = await mkdtemp(join(tmpdir(), 'sole-page-'));
  await mkdir(join(data, 'collections'));
  await copyFile(join(here, 'browser.jsonl'), join(data, 'collections/browser.jsonl'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(resolve(binary), ['serve', '--port', String(port), '--data-dir', data], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await untilItAnswers(url, server);
    return await runTests({ SOLE_URL: url, SOLE_DATA: data }, only);
  } finally {
    server.kill('SIGTERM');
    await rm(data, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));
