import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FirstData } from './firstData.ts';

/** The placeholder of the nonce in the built index.html. */
const NONCE = '__CSP_NONCE__';
/** The preload link of the configuration in index.html, for a page without preloaded data. */
const CONFIG_LINK = /<link rel="preload" href="\/config\.json"[^<>]*>/;
/** The frame of the console, which shows before its code has loaded. */
const HIDDEN_FRAME = '<div id="frame" hidden>';

/** The built page, and the files of each part of the console. */
interface Build {
  html: string;
  parts: Record<string, string[]>;
}

/** Creates a reader that reads the build again only when it has changed; undefined where there is no build. */
export function createBuildReader(folder: string): () => Promise<Build | undefined> {
  const path = join(folder, 'index.html');
  let cached: { build: Build; modified: number } | undefined;
  return async () => {
    try {
      const { mtimeMs } = await stat(path);
      if (cached?.modified !== mtimeMs) {
        const build = { html: await readFile(path, 'utf8'), parts: await readParts(folder) };
        cached = { build, modified: mtimeMs };
      }
      return cached.build;
    } catch {
      return undefined;
    }
  };
}

/** Empty for a build without the list of its parts. */
async function readParts(folder: string): Promise<Build['parts']> {
  const text = await readFile(join(folder, '.vite/screens.json'), 'utf8').catch(() => '{}');
  return JSON.parse(text) as Build['parts'];
}

/** The page with its nonce, its preloaded data, and preload links of the code that renders it. */
export function renderPage({ html, parts }: Build, nonce: string, data: FirstData | undefined): string {
  const page = html.replaceAll(NONCE, nonce);
  if (!data) return page;
  const files = new Set(data.parts.flatMap((part) => parts[part] ?? []));
  const links = [...files].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const framedPage = data.of === undefined ? page : showFrame(page, data.theme);
  return framedPage
    .replace(CONFIG_LINK, () => links.join(''))
    .replace(
      '</body>',
      () => `<script type="application/json" id="first-data">${toInertJson(data)}</script></body>`,
    );
}

function showFrame(page: string, theme: string | undefined): string {
  const visible = page.replace(HIDDEN_FRAME, '<div id="frame">');
  return theme === undefined ? visible : visible.replace('<html', `<html data-mode="${theme}"`);
}

/** JSON that is safe within a script element: it closes no element, opens no comment and breaks no line. */
function toInertJson({ answers, of, language }: FirstData): string {
  const members = [...answers].map(([address, json]) => `${JSON.stringify(address)}:${json}`);
  const head = JSON.stringify({ of: of ?? null, language }).slice(0, -1);
  return `${head},"answers":{${members.join(',')}}}`
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('>', String.raw`\u003e`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}
