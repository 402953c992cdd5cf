import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings.ts';
import { contentSecurityPolicy, createNonce } from './security.ts';

/** Paths that are never a screen of the console. */
const API = /^\/(api|permissions|user-pool|socket|files|assets)(\/|$)|^\/(config|openapi)\.json$|^\/healthz$/;

/** What the build leaves in index.html where the nonce of the answer goes. */
const PLACEHOLDER = '__CSP_NONCE__';

/** Answers with index.html. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Serves the built console: hashed assets for a year, other files for an hour, compressed copies beside them if the
 * browser takes them, and index.html with a fresh nonce for every other path that a browser opens.
 */
export async function registerConsole(app: FastifyInstance, settings: Settings): Promise<SendPage> {
  const page = indexPage(settings.staticDir);

  const sendPage: SendPage = async (_, reply) => {
    const html = await page();
    if (html === undefined)
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The console is not built. Run: npm run build\n');
    const nonce = createNonce();
    return reply
      .header('content-security-policy', contentSecurityPolicy(settings, nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html.replaceAll(PLACEHOLDER, nonce));
  };

  await app.register(async (files) => {
    files.addHook('onRoute', (route) => void (route.config = { ...route.config, open: true }));
    files.get('/', sendPage);
    files.get('/index.html', sendPage);
    await files.register(fastifyStatic, {
      root: settings.staticDir,
      index: false,
      decorateReply: false,
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
      suppressWarning: true,
      setHeaders: (reply: { header(name: string, value: string): unknown }, path) => {
        const hashed = path.startsWith(join(settings.staticDir, 'assets'));
        reply.header(
          'cache-control',
          hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        );
      },
    });
  });
  return sendPage;
}

/** Whether the request is a browser opening a screen, rather than a call or a file that is missing. */
export function opensScreen(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = request.url.split('?', 1)[0] ?? '';
  return !API.test(path) && (request.headers.accept?.includes('text/html') ?? false);
}

/** Reads index.html again only when it has changed. */
function indexPage(folder: string): () => Promise<string | undefined> {
  const path = join(folder, 'index.html');
  let held: { html: string; modified: number } | undefined;
  return async () => {
    try {
      const { mtimeMs } = await stat(path);
      if (held?.modified !== mtimeMs) held = { html: await readFile(path, 'utf8'), modified: mtimeMs };
      return held.html;
    } catch {
      return undefined;
    }
  };
}
