import { afterAll, beforeAll } from 'vitest';

/** The simulated browser lays nothing out, so all rows of a list would count as out of sight. For a whole test file. */
export function pretendLayout({ height = 600, width = 1000 } = {}): void {
  beforeAll(() => {
    Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: height });
    Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: width });
  });
  // They hide those of Element, which the next file measures by.
  afterAll(() => {
    Reflect.deleteProperty(HTMLElement.prototype, 'clientHeight');
    Reflect.deleteProperty(HTMLElement.prototype, 'clientWidth');
  });
}
