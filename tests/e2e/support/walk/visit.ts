import type { Page, Request } from '@playwright/test';
import { whenStill } from '../../../../scripts/lib/whenStill.ts';

/** A page that goes from screen to screen of the console without loading it anew. */
export interface Visitor {
  visit: (address: string) => Promise<void>;
  /** Until everything that was asked for has come and been drawn. */
  settled: () => Promise<void>;
  /** Every text that the services have answered with or sent live: names of records and all else that people wrote. */
  answered: () => string[];
}

/** What stands in the place of something that is to come. */
const TO_COME = '[aria-busy=true], [role=progressbar]:not(.MuiLinearProgress-root)';

/** Follows a page that shows the console. */
export function visitorOf(page: Page): Visitor {
  const open = new Set<Request>();
  const texts = new Set<string>();
  const answers: Promise<void>[] = [];
  page.on('request', (request) => open.add(request));
  const close = (request: Request): void => void open.delete(request);
  page.on('requestfinished', (request) => {
    close(request);
    if (!request.url().includes('/api/')) return;
    answers.push(
      request
        .response()
        .then((response) => response?.json() as Promise<unknown>)
        .then((json) => collect(json, texts))
        // No JSON.
        .catch(() => undefined),
    );
  });
  page.on('requestfailed', close);
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => collectFrame(String(payload), texts));
  });

  const isComplete = async (): Promise<boolean> => {
    await page.evaluate(whenStill);
    return (
      open.size === 0 &&
      (await page.evaluate(
        (toCome) =>
          document.querySelector('h1, h2') !== null &&
          ![...document.querySelectorAll(toCome)].some((one) => one.checkVisibility()),
        TO_COME,
      ))
    );
  };
  const settled = async (): Promise<void> => {
    // Once more: what came last may have asked for more.
    for (let times = 0; times < 2; times = (await isComplete()) ? times + 1 : 0);
    await Promise.all(answers.splice(0));
  };
  return {
    async visit(address) {
      await page.evaluate((to) => {
        const { idx = 0 } = (history.state ?? {}) as { idx?: number };
        history.pushState({ idx: idx + 1, key: to, usr: null }, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
      }, address);
      await settled();
    },
    settled,
    answered: () => [...texts],
  };
}

function collectFrame(frame: string, texts: Set<string>): void {
  try {
    collect(JSON.parse(frame), texts);
  } catch {
    // No JSON.
  }
}

function collect(json: unknown, texts: Set<string>): void {
  if (typeof json === 'string') texts.add(json);
  else if (typeof json === 'object' && json !== null) {
    for (const [key, value] of Object.entries(json)) {
      texts.add(key);
      collect(value, texts);
    }
  }
}
