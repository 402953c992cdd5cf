import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runBin } from './run.mjs';

/** Headless Chromium: renders pages as the whole browser does, with half of its processor time. */
const HEADLESS_CHROMIUM = 'chromium-headless-shell';
const CHROMIUM_NAMES = [
  HEADLESS_CHROMIUM,
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome.exe',
];
const CHROMIUM_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** The system's Chromium or Chrome: `CHROMIUM_PATH` first, then a headless one. */
export function findChromium() {
  const inPath = CHROMIUM_NAMES.flatMap((name) => pathDirs().map((folder) => join(folder, name)));
  return [process.env.CHROMIUM_PATH, ...inPath, ...CHROMIUM_PLACES].find((file) => file && existsSync(file));
}

/** Finds or installs a browser. @returns its path, or undefined when Playwright's own download is used */
export async function ensureChromium() {
  const found = findChromium();
  if (found && (found === process.env.CHROMIUM_PATH || found.endsWith('headless-shell'))) return found;
  if (aptInstall(HEADLESS_CHROMIUM) || found) return findChromium();
  const code = await runBin('playwright/cli.js', ['install', '--only-shell', 'chromium']);
  if (code !== 0) throw new Error('No Chromium: install one or set CHROMIUM_PATH');
  return undefined;
}

/** Directory of PostgreSQL's binaries: from PATH, else the newest Debian version. @param {string[]} extraBinaries needed beside the server's own */
export function findPostgres(extraBinaries = []) {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const debian = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => `/usr/lib/postgresql/${version}/bin`);
  const has = (folder, program) =>
    existsSync(join(folder, program)) || existsSync(join(folder, `${program}.exe`));
  const needed = ['initdb', 'postgres', ...extraBinaries];
  return [...pathDirs(), ...debian].find((folder) => needed.every((program) => has(folder, program)));
}

/** Finds or installs PostgreSQL's binaries. @param {string[]} extraBinaries needed beside the server's own */
export function ensurePostgres(extraBinaries = []) {
  const found =
    findPostgres(extraBinaries) ?? (aptInstall('postgresql') ? findPostgres(extraBinaries) : undefined);
  if (!found) throw new Error('No PostgreSQL: install one or set TEST_DATABASE_URL to a server for tests');
  return found;
}

/** Finds or installs PgBouncer. */
export function ensurePgbouncer() {
  const find = () =>
    [...pathDirs(), '/usr/sbin'].map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file));
  const found = find() ?? (aptInstall('pgbouncer') ? find() : undefined);
  if (!found) throw new Error('No PgBouncer: install one');
  return found;
}

/** Installs a Debian package where that is possible. */
function aptInstall(name) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return false;
  console.log(`Installing ${name}…`);
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], options);
  return (
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options).status === 0
  );
}

const pathDirs = () => (process.env.PATH ?? '').split(delimiter).filter(Boolean);
