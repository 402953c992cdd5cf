import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MetricsCollector } from './metrics.ts';

interface MetricsServerOptions {
  host: string;
  /** 0 for a free one. */
  port: number;
  metrics: MetricsCollector;
}

/**
 * Serves `GET /metrics` on a port of its own, which only the operator's network reaches: metrics name routes, hosts and
 * business figures.
 */
export async function serveMetrics({
  host,
  port,
  metrics,
}: MetricsServerOptions): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Only GET /metrics is answered here\n');
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error: unknown) => response.writeHead(500, { 'content-type': 'text/plain' }).end(`${String(error)}\n`),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => closeServer(server, metrics),
  };
}

async function closeServer(server: Server, metrics: MetricsCollector): Promise<void> {
  metrics.stop();
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
