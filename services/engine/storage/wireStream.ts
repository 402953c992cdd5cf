import { Duplex } from 'node:stream';
import type { Worker } from 'node:worker_threads';

/** A message from the engine's thread. */
export type FromWorker = { ready?: true; bytes?: Uint8Array; failed?: { message: string; code?: string } };

/** Stands in for the driver's socket: passes what it writes to the engine's thread, and emits the responses. */
export class WireStream extends Duplex {
  private readonly worker: Worker;
  private opened = false;

  constructor(worker: Worker) {
    super({ allowHalfOpen: false });
    this.worker = worker;
    worker.on('message', this.receive);
  }

  private readonly receive = (message: FromWorker): void => {
    if (message.bytes) this.push(message.bytes);
  };

  /** Methods of `net.Socket` that the driver calls. */
  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.send([chunk]);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this.send(chunks.map((entry) => entry.chunk));
    done();
  }

  private send(chunks: Buffer[]): void {
    if (!this.opened) {
      this.opened = true;
      this.worker.postMessage({ start: true });
      return;
    }
    const bytes = new Uint8Array(Buffer.concat(chunks));
    this.worker.postMessage({ bytes }, [bytes.buffer]);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.worker.off('message', this.receive);
    done(error);
  }
}
