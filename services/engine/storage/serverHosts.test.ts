import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseServerAddress, withDatabase } from '../settings/serverAddress.ts';
import { clientOf, ServerHosts } from './serverHosts.ts';

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

const text = (value: string): Buffer => Buffer.from(`${value}\0`);
/** The response of one row with one boolean column. */
const booleanResponse = (value: boolean): Buffer =>
  Buffer.concat([
    message('T', Buffer.concat([Buffer.from([0, 1]), text('refuses'), COLUMN])),
    message('D', Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 1]), Buffer.from(value ? 't' : 'f')])),
    message('C', text('SELECT 1')),
    message('Z', Buffer.from('I')),
  ]);
/** Description of a column of type 16, boolean, in text format. */
const COLUMN = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 1, 255, 255, 255, 255, 0, 0]);

/** Greets as PostgreSQL does, and reports whether it is a standby. */
class FakeServer {
  isStandby: boolean;
  /** What a pooler reports in the server's place. */
  reportedStandby: boolean | undefined;
  connections = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  constructor(isStandby: boolean) {
    this.isStandby = isStandby;
    this.server = createServer((socket) => {
      this.sockets.add(socket);
      this.connections += 1;
      socket.on('error', () => socket.destroy());
      socket.once('data', () => {
        const standby = Buffer.from(
          `in_hot_standby\0${(this.reportedStandby ?? this.isStandby) ? 'on' : 'off'}\0`,
        );
        const hello = [message('R', Buffer.alloc(4)), message('S', standby), message('Z', Buffer.from('I'))];
        socket.write(Buffer.concat(hello));
        socket.on('data', (asked) => {
          if (asked.toString('latin1', 0, 1) === 'Q') socket.write(booleanResponse(this.isStandby));
        });
      });
    });
  }

  async listen(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}

const openServers: FakeServer[] = [];
afterEach(() => {
  for (const server of openServers.splice(0)) server.close();
});
const startServer = async (isStandby: boolean): Promise<{ server: FakeServer; port: number }> => {
  const server = new FakeServer(isStandby);
  openServers.push(server);
  return { server, port: await server.listen() };
};
/** Connects once. @returns the port of the server that it reached */
async function connectedPort(hosts: ServerHosts, port = 0): Promise<number> {
  const client = new (clientOf(hosts))({ ...CONFIG, ...(port > 0 && { port }) });
  await client.connect();
  client.end().catch(() => undefined);
  return client.port;
}
const CONFIG = { user: 'console', database: 'console' };
const hostsOf = (ports: number[], mustWrite = true, isPooled = false): ServerHosts =>
  new ServerHosts(
    { connectionString: `postgres://console@127.0.0.1:${ports[0] ?? 1}/console` },
    ports.map((port) => ({ host: '127.0.0.1', port })),
    mustWrite,
    isPooled,
  );

describe('several hosts', () => {
  it('connects to the writable one, past a standby and a dead one', async () => {
    const [gone, standby, primary] = [
      await startServer(false),
      await startServer(true),
      await startServer(false),
    ];
    gone.server.close();
    const hosts = hostsOf([gone.port, standby.port, primary.port]);
    expect(await connectedPort(hosts)).toBe(primary.port);
  });

  it('waits for a standby that is being promoted, and reconnects to it', async () => {
    const [gone, standby] = [await startServer(false), await startServer(true)];
    gone.server.close();
    const hosts = hostsOf([gone.port, standby.port]);
    const connecting = connectedPort(hosts);
    await vi.waitFor(() => expect(standby.server.connections).toBeGreaterThan(1));
    standby.server.isStandby = false;
    expect(await connecting).toBe(standby.port);
    expect(standby.server.connections).toBeGreaterThan(2);
    expect(await connectedPort(hosts)).toBe(standby.port);
  });

  it('rejects a demoted one, and finds the other', async () => {
    const [first, second] = [await startServer(false), await startServer(true)];
    const hosts = hostsOf([first.port, second.port]);
    expect(await connectedPort(hosts)).toBe(first.port);
    [first.server.isStandby, second.server.isStandby] = [true, false];
    await expect(connectedPort(hosts)).rejects.toMatchObject({ code: '25006' });
    expect(await connectedPort(hosts)).toBe(second.port);
  });

  it('fails at once when none answers', async () => {
    const [one, two] = [await startServer(false), await startServer(false)];
    one.server.close();
    two.server.close();
    const startedAt = performance.now();
    await expect(connectedPort(hostsOf([one.port, two.port]))).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it('does not trust connections from before a loss', async () => {
    const { port } = await startServer(false);
    const hosts = hostsOf([port, port]);
    const client = new (clientOf(hosts))(CONFIG);
    await client.connect();
    expect(hosts.isTrusted(client)).toBe(true);
    hosts.markLost(client);
    expect(hosts.isTrusted(client)).toBe(false);
    client.end().catch(() => undefined);
  });
});

it('a single host that is a standby is rejected when it must be writable', async () => {
  const { port } = await startServer(true);
  await expect(connectedPort(hostsOf([]), port)).rejects.toMatchObject({ code: '25006' });
  expect(await connectedPort(hostsOf([], false), port)).toBe(port);
});

describe('outdated parameters of a pooler', () => {
  it('do not reject a writable server', async () => {
    const { server, port } = await startServer(false);
    server.reportedStandby = true;
    expect(await connectedPort(hostsOf([]), port)).toBe(port);
    expect(await connectedPort(hostsOf([port, port]))).toBe(port);
  });

  it('do not lead to a standby', async () => {
    const [stale, primary] = [await startServer(true), await startServer(false)];
    stale.server.reportedStandby = false;
    expect(await connectedPort(hostsOf([stale.port, primary.port], true, true))).toBe(primary.port);
  });
});

describe('an address', () => {
  it('names one host or several, each with its port', () => {
    expect(parseServerAddress('postgres://me:secret@db/console')).toEqual({
      ...{ url: 'postgres://me:secret@db/console', hosts: [], label: 'db/console' },
    });
    expect(
      parseServerAddress('postgresql://me:s%40@a:5433,[::1],c/console?target_session_attrs=read-write'),
    ).toEqual({
      url: 'postgresql://me:s%40@a:5433/console?target_session_attrs=read-write',
      hosts: [
        { host: 'a', port: 5433 },
        { host: '::1', port: 5432 },
        { host: 'c', port: 5432 },
      ],
      label: 'a:5433,[::1],c/console',
    });
  });

  it.each([
    ['postgres://a,,b/console', 'without a name'],
    ['postgres://a,b/console?port=6432', 'has a host or port among its options too'],
    ['postgres://a,b/console?target_session_attrs=any', 'target_session_attrs=any'],
    ['postgres://a/console?target_session_attrs=read-only', 'target_session_attrs=read-only'],
    ['postgres://a:1x,b/console', 'is no URL'],
    ['postgres://a,b/console?target_session_attrs=standby', 'target_session_attrs=standby'],
    ['mysql://a/console', 'is no URL'],
  ])('%s is refused', (address, why) => {
    expect(() => parseServerAddress(address, 'write')).toThrow(why);
  });

  it('can lead to another database of the same servers', () => {
    expect(withDatabase('postgres://me:p@a:1,b:2/console?sslmode=require', 'trial')).toBe(
      'postgres://me:p@a:1,b:2/trial?sslmode=require',
    );
    expect(withDatabase('postgres://a', 'trial')).toBe('postgres://a/trial');
  });
});
