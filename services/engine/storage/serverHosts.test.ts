import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readServerAddress, withDatabase } from '../settings/serverAddress.ts';
import { clientOf, ServerHosts } from './serverHosts.ts';

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

const text = (value: string): Buffer => Buffer.from(`${value}\0`);
/** One column of one row, in which a boolean is. */
const answer = (is: boolean): Buffer =>
  Buffer.concat([
    message('T', Buffer.concat([Buffer.from([0, 1]), text('refuses'), COLUMN])),
    message('D', Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 1]), Buffer.from(is ? 't' : 'f')])),
    message('C', text('SELECT 1')),
    message('Z', Buffer.from('I')),
  ]);
/** Type 16, boolean, as text. */
const COLUMN = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 1, 255, 255, 255, 255, 0, 0]);

/** Says hello as PostgreSQL does, and whether it follows another server. */
class Pretender {
  follows: boolean;
  /** What a pooler says in the server's place. */
  says: boolean | undefined;
  connections = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  constructor(follows: boolean) {
    this.follows = follows;
    this.server = createServer((socket) => {
      this.sockets.add(socket);
      this.connections += 1;
      socket.on('error', () => socket.destroy());
      socket.once('data', () => {
        const standby = Buffer.from(`in_hot_standby\0${(this.says ?? this.follows) ? 'on' : 'off'}\0`);
        const hello = [message('R', Buffer.alloc(4)), message('S', standby), message('Z', Buffer.from('I'))];
        socket.write(Buffer.concat(hello));
        socket.on('data', (asked) => {
          if (asked.toString('latin1', 0, 1) === 'Q') socket.write(answer(this.follows));
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

const open: Pretender[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});
const pretend = async (follows: boolean): Promise<{ server: Pretender; port: number }> => {
  const server = new Pretender(follows);
  open.push(server);
  return { server, port: await server.listen() };
};
/** Connects once. @returns the port of the server that it came to */
async function reached(hosts: ServerHosts, port = 0): Promise<number> {
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
  it('leads to the one that takes writes, past one that follows and one that is gone', async () => {
    const [gone, standby, primary] = [await pretend(false), await pretend(true), await pretend(false)];
    gone.server.close();
    const hosts = hostsOf([gone.port, standby.port, primary.port]);
    expect(await reached(hosts)).toBe(primary.port);
  });

  it('waits for the one that is about to take over, and comes back to it', async () => {
    const [gone, standby] = [await pretend(false), await pretend(true)];
    gone.server.close();
    const hosts = hostsOf([gone.port, standby.port]);
    const reaching = reached(hosts);
    await vi.waitFor(() => expect(standby.server.connections).toBeGreaterThan(1));
    standby.server.follows = false;
    expect(await reaching).toBe(standby.port);
    expect(standby.server.connections).toBeGreaterThan(2);
    expect(await reached(hosts)).toBe(standby.port);
  });

  it('refuses one that was demoted, and finds the other', async () => {
    const [first, second] = [await pretend(false), await pretend(true)];
    const hosts = hostsOf([first.port, second.port]);
    expect(await reached(hosts)).toBe(first.port);
    [first.server.follows, second.server.follows] = [true, false];
    await expect(reached(hosts)).rejects.toMatchObject({ code: '25006' });
    expect(await reached(hosts)).toBe(second.port);
  });

  it('says so at once where nobody answers', async () => {
    const [one, two] = [await pretend(false), await pretend(false)];
    one.server.close();
    two.server.close();
    const began = performance.now();
    await expect(reached(hostsOf([one.port, two.port]))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('trusts no connection from before a loss', async () => {
    const { port } = await pretend(false);
    const hosts = hostsOf([port, port]);
    const client = new (clientOf(hosts))(CONFIG);
    await client.connect();
    expect(hosts.isFresh(client)).toBe(true);
    hosts.lost(client);
    expect(hosts.isFresh(client)).toBe(false);
    client.end().catch(() => undefined);
  });
});

it('one host that follows another one is refused, where writes are wanted', async () => {
  const { port } = await pretend(true);
  await expect(reached(hostsOf([]), port)).rejects.toMatchObject({ code: '25006' });
  expect(await reached(hostsOf([], false), port)).toBe(port);
});

describe('what a pooler heard once', () => {
  it('refuses nothing', async () => {
    const { server, port } = await pretend(false);
    server.says = true;
    expect(await reached(hostsOf([]), port)).toBe(port);
    expect(await reached(hostsOf([port, port]))).toBe(port);
  });

  it('leads nowhere that takes no writes', async () => {
    const [stale, primary] = [await pretend(true), await pretend(false)];
    stale.server.says = false;
    expect(await reached(hostsOf([stale.port, primary.port], true, true))).toBe(primary.port);
  });
});

describe('an address', () => {
  it('names one host or several, each with its port', () => {
    expect(readServerAddress('postgres://me:secret@db/console')).toEqual({
      ...{ url: 'postgres://me:secret@db/console', hosts: [], label: 'db/console' },
    });
    expect(
      readServerAddress('postgresql://me:s%40@a:5433,[::1],c/console?target_session_attrs=read-write'),
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
    expect(() => readServerAddress(address, 'write')).toThrow(why);
  });

  it('can lead to another database of the same servers', () => {
    expect(withDatabase('postgres://me:p@a:1,b:2/console?sslmode=require', 'trial')).toBe(
      'postgres://me:p@a:1,b:2/trial?sslmode=require',
    );
    expect(withDatabase('postgres://a', 'trial')).toBe('postgres://a/trial');
  });
});
