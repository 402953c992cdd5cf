import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);
// A busy machine draws a form in more than the second that a test would wait by itself.
configure({ asyncUtilTimeout: 10_000 });

// jsdom has no media queries: nothing matches here, and nothing changes.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { media, matches: false, onchange: null }) as unknown as MediaQueryList;

// A pointer that is dragged is followed by the tests themselves.
Element.prototype.setPointerCapture ??= () => undefined;

// Nothing has a size here, so none changes.
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
