import { Worker } from 'node:worker_threads';
import { Client, type Notification, type QueryConfig } from 'pg';
import { WireStream } from './wireStream.ts';

type WorkerMessage = { ready?: true; failed?: { message: string; code?: string } };

export interface EngineEvents {
  onNotification: (notice: Notification) => void;
  /** Called once, when the engine ended without being asked to. */
  onStopped: (error: Error) => void;
}

/**
 * One run of the embedded engine: a thread and the driver's connection to it. Once it stopped it stays so; whoever
 * needs the database starts another one.
 */
export class EmbeddedEngine {
  private readonly stream: WireStream;
  private readonly client: Client;
  private readonly exited: Promise<void>;
  private isOver = false;

  private constructor(
    private readonly worker: Worker,
    private readonly events: EngineEvents,
  ) {
    // Pipelined: statements that are waiting travel to the thread together.
    this.stream = new WireStream(worker);
    this.client = new Client({ stream: () => this.stream, pipeline: true, ssl: false });
    this.client.on('notification', events.onNotification);
    this.client.on('error', (error) => this.stop(error));
    worker.on('message', ({ failed }: WorkerMessage) => {
      if (failed) this.stop(toError(failed));
    });
    worker.on('error', (error) => this.stop(error));
    this.exited = new Promise((done) => worker.once('exit', () => done()));
    void this.exited.then(() => this.stop(new Error('its thread ended')));
  }

  /** @param folder of the engine's own files; the caller holds its lock */
  static async start(folder: string, events: EngineEvents): Promise<EmbeddedEngine> {
    const worker = new Worker(new URL('./pgliteWorker.mjs', import.meta.url), {
      workerData: { folder },
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    // What the engine tells about itself is told by us, in one line.
    worker.stdout.resume();
    worker.stderr.resume();
    try {
      await waitForStart(worker);
      const engine = new EmbeddedEngine(worker, events);
      await engine.client.connect();
      return engine;
    } catch (error) {
      await worker.terminate();
      throw error;
    }
  }

  get stopped(): boolean {
    return this.isOver;
  }

  async query<Row>(config: QueryConfig): Promise<Row[]> {
    return (await this.client.query(config)).rows as Row[];
  }

  /** Ends every wait at once; the files stay as after a crash, which the next start recovers from. */
  stop(error: Error): void {
    if (this.isOver) return;
    this.isOver = true;
    this.stream.destroy();
    void this.worker.terminate();
    this.events.onStopped(error);
  }

  /** Resolves when the thread has let go of the files. */
  async waitForExit(): Promise<void> {
    await this.exited;
  }

  /** Answers everything that waits, then ends in good order. */
  async end(): Promise<void> {
    // The pipeline keeps its order.
    if (!this.isOver) await this.client.query('SELECT 1').catch(() => undefined);
    if (!this.isOver) this.worker.postMessage({ close: true });
    this.isOver = true;
    await this.exited;
  }
}

function waitForStart(worker: Worker): Promise<void> {
  return new Promise((done, refuse) => {
    const onExit = (): void => refuse(new Error('the engine ended while it started'));
    worker.once('error', refuse);
    worker.once('exit', onExit);
    worker.once('message', (message: WorkerMessage) => {
      worker.off('error', refuse);
      worker.off('exit', onExit);
      if (message.failed) refuse(toError(message.failed));
      else done();
    });
  });
}

function toError({ message, code }: { message: string; code?: string }): Error {
  return Object.assign(new Error(message), { code });
}
