import { Worker } from 'node:worker_threads';
import { Client, type Notification, type QueryConfig } from 'pg';
import { WireStream, type FromWorker } from './wireStream.ts';

interface EngineEvents {
  onNotification: (notice: Notification) => void;
  /** Called once, when the engine stopped unexpectedly. */
  onStopped: (error: Error) => void;
}

/** One run of the embedded engine: a thread and the driver's connection to it. A stopped one cannot be waitUntilReady again. */
export class EmbeddedEngine {
  private readonly stream: WireStream;
  private readonly client: Client;
  private readonly exited: Promise<void>;
  private hasStopped = false;

  private constructor(
    private readonly worker: Worker,
    private readonly events: EngineEvents,
  ) {
    // Pipelined: queued statements are sent to the thread together.
    this.stream = new WireStream(worker);
    this.client = new Client({ stream: () => this.stream, pipeline: true, ssl: false });
    this.client.on('notification', events.onNotification);
    this.client.on('error', (error) => this.stop(error));
    worker.on('message', ({ failed }: FromWorker) => {
      if (failed) this.stop(toError(failed));
    });
    worker.on('error', (error) => this.stop(error));
    this.exited = new Promise((done) => worker.once('exit', () => done()));
    void this.exited.then(() => this.stop(new Error('its thread ended')));
  }

  /**
   * @param folder of the engine's files; the caller holds its lock
   * @param prepared folder of prepared files, for an empty data folder
   */
  static async start(folder: string, events: EngineEvents, prepared?: string): Promise<EmbeddedEngine> {
    const worker = new Worker(new URL('./pgliteWorker.mjs', import.meta.url), {
      workerData: { folder, prepared },
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    // Drained and dropped: errors are reported in one line by the services.
    worker.stdout.resume();
    worker.stderr.resume();
    try {
      await waitUntilReady(worker);
      const engine = new EmbeddedEngine(worker, events);
      await engine.client.connect();
      return engine;
    } catch (error) {
      await worker.terminate();
      throw error;
    }
  }

  get isStopped(): boolean {
    return this.hasStopped;
  }

  async query<Row>(config: QueryConfig): Promise<Row[]> {
    return (await this.client.query(config)).rows as Row[];
  }

  /** Ends the thread at once; the files are left as after a crash, from which the next start recovers. */
  stop(error: Error): void {
    if (this.hasStopped) return;
    this.hasStopped = true;
    this.stream.destroy();
    void this.worker.terminate();
    this.events.onStopped(error);
  }

  /** Resolves when the thread has ended and released the files. */
  async waitForExit(): Promise<void> {
    await this.exited;
  }

  /** Runs the queued statements, then closes the engine. */
  async close(): Promise<void> {
    // The pipeline is in order: this one ends after all others.
    if (!this.hasStopped) await this.client.query('SELECT 1').catch(() => undefined);
    if (!this.hasStopped) this.worker.postMessage({ close: true });
    this.hasStopped = true;
    await this.exited;
  }
}

function waitUntilReady(worker: Worker): Promise<void> {
  return new Promise((done, reject) => {
    const onExit = (): void => reject(new Error('the engine ended while it started'));
    worker.once('error', reject);
    worker.once('exit', onExit);
    worker.once('message', (message: FromWorker) => {
      worker.off('error', reject);
      worker.off('exit', onExit);
      if (message.failed) reject(toError(message.failed));
      else done();
    });
  });
}

function toError({ message, code }: { message: string; code?: string }): Error {
  return Object.assign(new Error(message), { code });
}
