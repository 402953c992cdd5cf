import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings/settings.ts';
import type { FirstData } from './firstData.ts';
import { createBuildReader, renderPage } from './page.ts';
import { contentSecurityPolicy, createNonce } from './security.ts';

/** Paths that are never a screen of the console. */
const NON_SCREEN_PATHS =
  /^\/(api|permissions|user-pool|socket|files|assets)(\/|$)|^\/(config|openapi)\.json$|^\/(healthz|livez|readyz)$/;

/** Sends index.html. */
type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Serves the built console: hashed assets cached for a year, other files for an hour, compressed copies where the browser
 * accepts them, and index.html with a new nonce and preloaded data for every other path that a browser opens.
 */
export async function registerConsole(
  app: FastifyInstance,
  settings: Settings,
  firstData: (request: FastifyRequest) => Promise<FirstData>,
): Promise<SendPage> {
  const readBuild = createBuildReader(settings.staticDir);

  const sendPage: SendPage = async (request, reply) => {
    const build = await readBuild();
    if (build === undefined)
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The console is not built. Run: npm run build\n');
    const nonce = createNonce();
    // Without it the console makes these requests itself.
    const data = await firstData(request).catch((error: unknown) => {
      const { id: requestId, log } = request;
      log.warn({ err: error, requestId }, 'the page is served without preloaded data');
      return undefined;
    });
    return reply
      .header('content-security-policy', contentSecurityPolicy(settings, nonce))
      .header('cache-control', 'no-store')
      .header('vary', 'Cookie, Origin')
      .type('text/html; charset=utf-8')
      .send(renderPage(build, nonce, data));
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
        const isHashed = path.startsWith(join(settings.staticDir, 'assets'));
        // Pages of other sites load it.
        if (/[\\/]webchat\.js(\.\w+)?$/.test(path))
          reply.header('cross-origin-resource-policy', 'cross-origin');
        reply.header(
          'cache-control',
          isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        );
      },
    });
  });
  return sendPage;
}

/** Whether the request is a browser opening a screen, rather than a call or a file that is missing. */
export function isScreenRequest(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = request.url.split('?', 1)[0] ?? '';
  return !NON_SCREEN_PATHS.test(path) && (request.headers.accept?.includes('text/html') ?? false);
}
