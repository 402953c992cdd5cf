import { Worker } from 'node:worker_threads';
import { Client, type Notification, type QueryConfig } from 'pg';
import { WireStream } from './wireStream.ts';

type FromWorker = { ready?: true; failed?: { message: string; code?: string } };

interface EngineEvents {
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
  private over = false;

  private constructor(
    private readonly worker: Worker,
    private readonly events: EngineEvents,
  ) {
    // Pipelined: statements that are waiting travel to the thread together.
    this.stream = new WireStream(worker);
    this.client = new Client({ stream: () => this.stream, pipeline: true, ssl: false });
    this.client.on('notification', events.onNotification);
    this.client.on('error', (error) => this.stop(error));
    worker.on('message', ({ failed }: FromWorker) => {
      if (failed) this.stop(faultOf(failed));
    });
    worker.on('error', (error) => this.stop(error));
    this.exited = new Promise((done) => worker.once('exit', () => done()));
    void this.exited.then(() => this.stop(new Error('its thread ended')));
  }

  /**
   * @param folder of the engine's own files; the caller holds its lock
   * @param prepared files that an empty folder begins with
   */
  static async start(folder: string, events: EngineEvents, prepared?: string): Promise<EmbeddedEngine> {
    const worker = new Worker(new URL('./pgliteWorker.mjs', import.meta.url), {
      workerData: { folder, prepared },
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    // What the engine tells about itself is told by us, in one line.
    worker.stdout.resume();
    worker.stderr.resume();
    try {
      await started(worker);
      const engine = new EmbeddedEngine(worker, events);
      await engine.client.connect();
      return engine;
    } catch (error) {
      await worker.terminate();
      throw error;
    }
  }

  get stopped(): boolean {
    return this.over;
  }

  async query<Row>(config: QueryConfig): Promise<Row[]> {
    return (await this.client.query(config)).rows as Row[];
  }

  /** Ends every wait at once; the files stay as after a crash, which the next start recovers from. */
  stop(error: Error): void {
    if (this.over) return;
    this.over = true;
    this.stream.destroy();
    void this.worker.terminate();
    this.events.onStopped(error);
  }

  /** Resolves when the thread has let go of the files. */
  async gone(): Promise<void> {
    await this.exited;
  }

  /** Answers everything that waits, then ends in good order. */
  async end(): Promise<void> {
    // The pipeline keeps its order.
    if (!this.over) await this.client.query('SELECT 1').catch(() => undefined);
    if (!this.over) this.worker.postMessage({ close: true });
    this.over = true;
    await this.exited;
  }
}

function started(worker: Worker): Promise<void> {
  return new Promise((done, refuse) => {
    const onExit = (): void => refuse(new Error('the engine ended while it started'));
    worker.once('error', refuse);
    worker.once('exit', onExit);
    worker.once('message', (message: FromWorker) => {
      worker.off('error', refuse);
      worker.off('exit', onExit);
      if (message.failed) refuse(faultOf(message.failed));
      else done();
    });
  });
}

function faultOf({ message, code }: { message: string; code?: string }): Error {
  return Object.assign(new Error(message), { code });
}
