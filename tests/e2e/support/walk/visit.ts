import type { Page, Request } from '@playwright/test';
import { waitForAnimations } from '../../../../scripts/lib/waitForAnimations.ts';

/** Navigates between the console's screens without reloading the page. */
export interface ScreenVisitor {
  visit: (address: string) => Promise<void>;
  /** Resolves once all requests have finished and the screen is rendered. */
  whenSettled: () => Promise<void>;
  /** All texts of the services' responses and live messages: names of records and other user content. */
  receivedTexts: () => string[];
}

/** Selector of loading indicators. */
const LOADING = '[aria-busy=true], [role=progressbar]:not(.MuiLinearProgress-root)';

/** @param page shows the console */
export function createScreenVisitor(page: Page): ScreenVisitor {
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
        // Not JSON.
        .catch(() => undefined),
    );
  });
  page.on('requestfailed', close);
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => collectFrame(String(payload), texts));
  });

  const isComplete = async (): Promise<boolean> => {
    await page.evaluate(waitForAnimations);
    return (
      open.size === 0 &&
      (await page.evaluate(
        (toCome) =>
          document.querySelector('h1, h2') !== null &&
          ![...document.querySelectorAll(toCome)].some((one) => one.checkVisibility()),
        LOADING,
      ))
    );
  };
  const whenSettled = async (): Promise<void> => {
    // Twice: the last response may have caused further requests.
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
      await whenSettled();
    },
    whenSettled,
    receivedTexts: () => [...texts],
  };
}

function collectFrame(frame: string, texts: Set<string>): void {
  try {
    collect(JSON.parse(frame), texts);
  } catch {
    // Not JSON.
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
