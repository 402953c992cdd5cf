import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FirstData } from './firstData.ts';

/** What the build leaves in index.html where the nonce of the answer goes. */
const NONCE = '__CSP_NONCE__';
/** How index.html asks for the configuration, for a page that brings nothing. */
const CONFIG_LINK = /<link rel="preload" href="\/config\.json"[^<>]*>/;
/** The frame of the console, drawn before its code is there. */
const HIDDEN_FRAME = '<div id="frame" hidden>';

/** The built page, and the files that draw each part of the console. */
interface Build {
  html: string;
  parts: Record<string, string[]>;
}

/** Reads the build again only when it has changed; gives nothing where there is none. */
export function buildReader(folder: string): () => Promise<Build | undefined> {
  const path = join(folder, 'index.html');
  let held: { build: Build; modified: number } | undefined;
  return async () => {
    try {
      const { mtimeMs } = await stat(path);
      if (held?.modified !== mtimeMs) {
        const build = { html: await readFile(path, 'utf8'), parts: await readParts(folder) };
        held = { build, modified: mtimeMs };
      }
      return held.build;
    } catch {
      return undefined;
    }
  };
}

/** A build that was made without the list of its parts is served as well. */
async function readParts(folder: string): Promise<Build['parts']> {
  const text = await readFile(join(folder, '.vite/screens.json'), 'utf8').catch(() => '{}');
  return JSON.parse(text) as Build['parts'];
}

/** The page with its nonce, what it brings with it, and the addresses of the code that draws it. */
export function pageWith({ html, parts }: Build, nonce: string, data: FirstData | undefined): string {
  const page = html.replaceAll(NONCE, nonce);
  if (!data) return page;
  const files = new Set(data.parts.flatMap((part) => parts[part] ?? []));
  const links = [...files].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const framed = data.of === undefined ? page : withFrame(page, data.theme);
  return framed
    .replace(CONFIG_LINK, () => links.join(''))
    .replace(
      '</body>',
      () => `<script type="application/json" id="first-data">${inert(data)}</script></body>`,
    );
}

function withFrame(page: string, theme: string | undefined): string {
  const shown = page.replace(HIDDEN_FRAME, '<div id="frame">');
  return theme === undefined ? shown : shown.replace('<html', `<html data-mode="${theme}"`);
}

/** JSON that ends no element, opens no comment and breaks no line of the page that it stands in. */
function inert({ answers, of, language }: FirstData): string {
  const members = [...answers].map(([address, json]) => `${JSON.stringify(address)}:${json}`);
  const head = JSON.stringify({ of: of ?? null, language }).slice(0, -1);
  return `${head},"answers":{${members.join(',')}}}`
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('>', String.raw`\u003e`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}
