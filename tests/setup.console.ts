import '@testing-library/jest-dom/vitest';
import { createRequire } from 'node:module';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { quickStyles } from './quickStyles.ts';

quickStyles(window);
if (document.defaultView) quickStyles(document.defaultView);

afterEach(cleanup);
afterAll(() => {
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
});
// A busy machine draws a form in more than the second that a test would wait by itself.
configure({ asyncUtilTimeout: 10_000 });

// jsdom has no media queries: nothing matches here, and nothing changes.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { media, matches: false, onchange: null }) as unknown as MediaQueryList;

// A pointer that is dragged is followed by the tests themselves.
Element.prototype.setPointerCapture ??= () => undefined;

// Nothing is laid out here: what floats stands where it is drawn. Popper would ask for the styles of all that is around
// it at each key, which takes a third of the time of forms with lists of choices.
const unplaced = { destroy: () => undefined, forceUpdate: () => undefined };
Object.assign(createRequire(import.meta.url)('@popperjs/core') as object, { createPopper: () => unplaced });

// The editor of code finds no letters to measure.
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;

// Nothing has a size here, so none changes.
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
