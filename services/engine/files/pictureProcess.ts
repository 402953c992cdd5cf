import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import type { PictureSize } from '../../../schemas/model/types/file.ts';

/** Pixels of a picture. A phone's have 12 to 50 million; a few kilobytes can claim to be billions. */
const MAX_PIXELS = 50_000_000;
/** Bytes of a decoded picture: as many pixels of four channels with 8 bits each. */
const MAX_PIXEL_BYTES = MAX_PIXELS * 4;

/** Tasks of the picture process and their results. */
interface Tasks {
  inspect: { task: { path: string }; result: PictureSize | { fault: 'pixels' | 'depth' | 'damaged' } };
  resize: {
    task: { path: string; target: string; width: number; format: 'png' | 'jpeg' | 'gif' | 'webp' };
    result: undefined;
  };
  draw: { task: { svg: string }; result: Uint8Array };
}

/** The process could not decode a picture: it took too long or too much memory, or crashed the decoder. */
export class UnreadablePictureError extends Error {
  override name = 'UnreadablePictureError';
}

interface Limits {
  /** For one picture. */
  timeoutMs: number;
  /** Memory of the process while it works; it is ended beyond. */
  maxRssBytes: number;
  /** Memory of the process when it is done with a picture; it is ended beyond, since its allocator keeps what it had. */
  idleRssBytes: number;
  /** After which a process without work is ended. */
  idleMs: number;
}

const MB = 1024 * 1024;
const LIMITS: Limits = {
  timeoutMs: 20_000,
  maxRssBytes: 512 * MB,
  idleRssBytes: 160 * MB,
  idleMs: 15_000,
};

/** Lower priority than that of the services, which answer people meanwhile. */
const NICE_VALUE = 10;
/** Environment variables that the process gets. Others contain secrets, which a compromised decoder must not read. */
const PASSED_ENV = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'SystemRoot'];

type FromProcess =
  { ready: true } | { failed: string } | { rssBytes: number; answer?: unknown; error?: string };

interface QueuedTask {
  message: object;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/**
 * Decodes pictures in a process of its own, one at a time, so that the services keep their memory and their threads. The
 * process is started with the first picture and ended when it is idle. Callers take turns: whoever brings many pictures
 * waits for them, and others do not.
 */
export class PictureProcess {
  private readonly limits: Limits;
  /** By caller, in the order of their turns. */
  private readonly queues = new Map<string, QueuedTask[]>();
  private running: QueuedTask | undefined;
  private child: ChildProcess | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(limits: Partial<Limits> = {}) {
    this.limits = { ...LIMITS, ...limits };
  }

  /** Id of the process while there is one. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /**
   * @param caller whom the picture is for; callers take turns
   * @throws UnreadablePictureError when the process does not live through it
   */
  run<K extends keyof Tasks>(kind: K, task: Tasks[K]['task'], caller: string): Promise<Tasks[K]['result']> {
    return new Promise((resolve, reject) => {
      const { maxRssBytes } = this.limits;
      const limits = { maxPixels: MAX_PIXELS, maxPixelBytes: MAX_PIXEL_BYTES };
      const message = { task: { kind, ...limits, ...task }, maxRssBytes };
      const queued: QueuedTask = {
        message,
        resolve: (result) => resolve(result as Tasks[K]['result']),
        reject,
      };
      this.queues.set(caller, [...(this.queues.get(caller) ?? []), queued]);
      this.next();
    });
  }

  private next(): void {
    if (this.running) return;
    clearTimeout(this.timer);
    this.running = this.takeNextTask();
    if (!this.running) {
      this.timer = setTimeout(() => this.killChild(), this.limits.idleMs).unref();
      return;
    }
    const child = (this.child ??= this.start());
    child.ref();
    child.channel?.ref();
    child.send(this.running.message, () => undefined);
    const { timeoutMs } = this.limits;
    const failTooLong = (): void =>
      this.failAndRestart(new UnreadablePictureError(`It took longer than ${timeoutMs} ms`));
    this.timer = setTimeout(failTooLong, timeoutMs);
  }

  /** The first task of the caller whose turn it is, who is then last in the order. */
  private takeNextTask(): QueuedTask | undefined {
    const [first] = this.queues;
    if (!first) return undefined;
    const [caller, [task, ...others]] = first;
    this.queues.delete(caller);
    if (others.length > 0) this.queues.set(caller, others);
    return task;
  }

  private start(): ChildProcess {
    const env = Object.fromEntries(PASSED_ENV.map((name) => [name, process.env[name]]));
    const child = fork(new URL('./pictureWorker.mjs', import.meta.url), {
      env: { ...env, UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    if (child.pid !== undefined) setPriority(child.pid, NICE_VALUE);
    let exitError: (reason: string) => Error = (reason) =>
      new Error(`The picture process does not start: ${reason}`);
    child.on('message', (message: FromProcess) => {
      if (child !== this.child) return;
      if ('ready' in message)
        exitError = (reason) => new UnreadablePictureError(`The picture process ended: ${reason}`);
      else if ('failed' in message) this.failAndRestart(exitError(message.failed));
      else this.settleTask(message);
    });
    child.on('error', (error) => {
      if (child === this.child) this.failAndRestart(exitError(error.message));
    });
    child.on('exit', (code, signal) => {
      if (child === this.child) this.failAndRestart(exitError(signal ?? `code ${code}`));
    });
    return child;
  }

  private settleTask({ answer, error, rssBytes }: Extract<FromProcess, { rssBytes: number }>): void {
    const finished = this.running;
    this.running = undefined;
    if (error === undefined) finished?.resolve(answer);
    else finished?.reject(new Error(error));
    // Neither the process nor its channel prevents the services from exiting.
    this.child?.unref();
    this.child?.channel?.unref();
    if (rssBytes > this.limits.idleRssBytes) this.killChild();
    this.next();
  }

  /** Kills the process and rejects its current task; the queued ones continue in a new process. */
  private failAndRestart(error: Error): void {
    const failed = this.running;
    this.running = undefined;
    this.killChild();
    failed?.reject(error);
    this.next();
  }

  private killChild(): void {
    const { child } = this;
    this.child = undefined;
    child?.kill('SIGKILL');
  }
}

/** The picture process of this process of the services. */
export const pictureProcess = new PictureProcess();
