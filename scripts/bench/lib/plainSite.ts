import { createReadStream, existsSync, statSync } from 'node:fs';
import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { precompress } from '../../vite/precompress.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Builds the applications that stand beside the console: `/plainAdmin/` and `/plainForm/`. */
export async function buildPlainSite(outDir: string): Promise<void> {
  const root = fileURLToPath(new URL('../fixtures', import.meta.url));
  const page = (name: string): [string, string] => [name, join(root, name, 'index.html')];
  await build({
    ...{ configFile: false, root, logLevel: 'error', mode: 'production' },
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    plugins: [react(), precompress()],
    build: {
      ...{
        outDir,
        emptyOutDir: true,
        reportCompressedSize: false,
        chunkSizeWarningLimit: 5000,
        target: 'es2022',
      },
      rolldownOptions: { input: Object.fromEntries([page('plainAdmin'), page('plainForm')]) },
    },
  });
}

export interface Site {
  url: string;
  stop(): Promise<void>;
}

/** Serves a built folder as well as a good host does, and hands `/api/` on to the services with a token. */
export async function servePlainSite(folder: string, services: string, token: string): Promise<Site> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/')) forwardRequest(request, response, { services, token, agent });
    else sendFile(folder, request, response);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
}

interface Upstream {
  services: string;
  token: string;
  agent: Agent;
}

function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { services, token, agent }: Upstream,
): void {
  const headers = { ...request.headers, host: new URL(services).host, authorization: `Bearer ${token}` };
  const onward = ask(
    new URL(request.url ?? '/', services),
    { method: request.method, headers, agent },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on('error', () => response.writeHead(502).end());
  request.pipe(onward);
}

function sendFile(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const path = normalize(new URL(request.url ?? '/', 'http://site').pathname);
  const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
  if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
    response.writeHead(404).end();
    return;
  }
  const brotli = existsSync(`${file}.br`) && String(request.headers['accept-encoding']).includes('br');
  response.writeHead(200, {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'cache-control': extname(file) === '.html' ? 'no-cache' : 'public, max-age=31536000, immutable',
    ...(brotli && { 'content-encoding': 'br' }),
  });
  createReadStream(brotli ? `${file}.br` : file).pipe(response);
}
