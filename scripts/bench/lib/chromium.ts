import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright';
import { ensureChromium } from '../../lib/tools.mjs';

/** A slow laptop on a slow mobile line, or the machine as it is. */
export const SPEEDS = {
  full: { cpu: 1 },
  slow: { cpu: 4, bitsPerSecond: 1_600_000, latencyMs: 150 },
} as const;
export type Speed = { cpu: number; bitsPerSecond?: number; latencyMs?: number };

const QUIET = [
  ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];
/** Frames are drawn as soon as they are ready, so that a time to paint is work and not the wait for a screen. */
const UNLIMITED_FRAMES = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

export async function launch({ unlimitedFrames = false } = {}): Promise<Browser> {
  const root = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: await ensureChromium(),
    // Chromium has no sandbox for root.
    args: [...QUIET, ...(unlimitedFrames ? UNLIMITED_FRAMES : []), ...(root ? ['--no-sandbox'] : [])],
  });
}

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

export interface Tab {
  page: Page;
  cdp: CDPSession;
  close(): Promise<void>;
}

/** A tab of a browser that has seen nothing yet, with the given session, machine and line. */
export async function openTab(
  browser: Browser,
  { session, speed = SPEEDS.full }: { session?: StorageState; speed?: Speed } = {},
): Promise<Tab> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Asia/Bangkok',
    ...(session && { storageState: session }),
  });
  await context.addInitScript({ path: new URL('./pageProbe.js', import.meta.url).pathname });
  return createTab(context, speed);
}

/** A tab beside another one, which is closed: with its cache and its session, on a machine and line of the same speed. */
export async function anotherTab({ page }: Tab, speed: Speed): Promise<Tab> {
  const context = page.context();
  await page.close();
  return createTab(context, speed);
}

async function createTab(context: BrowserContext, speed: Speed): Promise<Tab> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: speed.cpu });
  if (speed.bitsPerSecond) {
    const bytes = speed.bitsPerSecond / 8;
    await cdp.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: speed.latencyMs ?? 0 },
      ...{ downloadThroughput: bytes, uploadThroughput: bytes },
    });
  }
  return { page, cdp, close: () => context.close() };
}

/** Counts what comes over the line, as it is transferred: compressed, headers included. */
export class Transfer {
  private readonly askedAt = new Map<string, number>();
  private readonly bytes = new Map<string, number>();

  constructor(cdp: CDPSession) {
    cdp.on('Network.requestWillBeSent', ({ requestId, wallTime }) =>
      this.askedAt.set(requestId, wallTime * 1000),
    );
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      this.bytes.set(requestId, (this.bytes.get(requestId) ?? 0) + encodedDataLength),
    );
  }

  /** KiB of everything that was asked for until then, in ms since 1970, and after it. Call it when the line is quiet. */
  kib(moment: number): { until: number; after: number } {
    const sums = { until: 0, after: 0 };
    for (const [id, at] of this.askedAt)
      sums[at <= moment ? 'until' : 'after'] += (this.bytes.get(id) ?? 0) / 1024;
    return sums;
  }
}
