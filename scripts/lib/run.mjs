import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './project.mjs';

/**
 * Runs a program in the repository's root, its output shown. Resolves to its exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      done(127);
    });
    child.once('exit', (code) => done(code ?? 1));
  });
}

/**
 * Like `run`, for concurrent programs: captures the output. Resolves to the exit code and the output.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runCaptured(command, args) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => done({ code: 127, output: `${output}${command}: ${error.message}\n` }));
    child.once('close', (code) => done({ code: code ?? 1, output }));
  });
}

/** Runs a package's program from node_modules with Node, which works on every system. */
export const runBin = (file, args, options) => run(process.execPath, [bin(file), ...args], options);

/** Path of a program inside node_modules: `vite/bin/vite.js`. */
export const bin = (file) => join(ROOT, 'node_modules', file);

/** Runs npm: its script beside Node, else through the shell, where it may be a batch file. */
export function npm(args, options) {
  const npmScript = [
    process.env.npm_execpath,
    join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js'),
    join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js'),
  ].find((file) => file?.endsWith('npm-cli.js') && existsSync(file));
  if (npmScript) return run(process.execPath, [npmScript, ...args], options);
  return run('npm', args, { ...options, shell: process.platform === 'win32' });
}
