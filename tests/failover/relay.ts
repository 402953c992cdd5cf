import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Carries bytes to a port of loopback, until it is cut as a cable is: both ends are there and hear nothing. */
export class Relay {
  private readonly sockets = new Set<Socket>();
  private isCut = false;

  private constructor(readonly port: number) {}

  /** @param target the port behind it */
  static async open(target: number): Promise<Relay> {
    const server = createServer((near) => relay.join(near, target));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const relay = new Relay((server.address() as AddressInfo).port);
    return relay;
  }

  private join(near: Socket, target: number): void {
    const ends = this.isCut ? [near] : [near, connect(target, '127.0.0.1')];
    for (const end of ends) {
      this.sockets.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => this.sockets.delete(end));
    }
    const [, far] = ends;
    if (!far) return;
    near.pipe(far).pipe(near);
    near.on('close', () => this.isCut || far.destroy());
    far.on('close', () => this.isCut || near.destroy());
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  /** What was connected before is broken; who connects again is carried. */
  mend(): void {
    this.isCut = false;
    for (const socket of this.sockets) socket.destroy();
  }
}
