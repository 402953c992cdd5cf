import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/** Starts a round-robin load balancer before several processes: each request and each socket goes to the next one. */
export async function startLoadBalancer(
  urls: readonly string[],
): Promise<{ address: string; reached: string[]; close(): Promise<void> }> {
  /** URL of the process of each request and socket, in their order. */
  const reached: string[] = [];
  const next = (): { hostname: string; port: number } => {
    const url = urls[reached.length % urls.length] as string;
    reached.push(url);
    const { hostname, port } = new URL(url);
    return { hostname, port: Number(port) };
  };
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const passed = request({ ...next(), method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  server.on('upgrade', (incoming, socket, head) => {
    const { hostname, port } = next();
    const lines = incoming.rawHeaders.flatMap((text, at, all) => (at % 2 ? [] : [`${text}: ${all[at + 1]}`]));
    const passed = connect(port, hostname, () => {
      passed.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      passed.write(head);
      passed.pipe(socket).pipe(passed);
    });
    passed.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('error', () => passed.destroy()).on('close', () => passed.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reached,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
