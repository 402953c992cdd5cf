import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Forwards connections to a loopback port, until it is cut like a cable: both ends stay connected without receiving. */
export class Relay {
  private readonly sockets = new Set<Socket>();
  private isCut = false;

  private constructor(readonly port: number) {}

  /** @param target the port behind it */
  static async open(target: number): Promise<Relay> {
    const server = createServer((client) => relay.pipeConnection(client, target));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const relay = new Relay((server.address() as AddressInfo).port);
    return relay;
  }

  private pipeConnection(client: Socket, target: number): void {
    const ends = this.isCut ? [client] : [client, connect(target, '127.0.0.1')];
    for (const end of ends) {
      this.sockets.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => this.sockets.delete(end));
    }
    const [, upstream] = ends;
    if (!upstream) return;
    client.pipe(upstream).pipe(client);
    client.on('close', () => this.isCut || upstream.destroy());
    upstream.on('close', () => this.isCut || client.destroy());
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  /** Breaks existing connections; new ones are forwarded again. */
  restore(): void {
    this.isCut = false;
    for (const socket of this.sockets) socket.destroy();
  }
}
