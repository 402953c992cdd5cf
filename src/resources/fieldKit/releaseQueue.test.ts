import { expect, it, vi } from 'vitest';
import { ReleaseQueue } from './releaseQueue.ts';

it('what would move the page waits for the pointer, once, and is dropped with the form', () => {
  const queue = new ReleaseQueue();
  const draw = vi.fn();
  queue.run(draw);
  expect(draw).toHaveBeenCalledTimes(1);
  queue.setPressed(true);
  queue.run(draw);
  queue.run(draw);
  expect(draw).toHaveBeenCalledTimes(1);
  queue.setPressed(false);
  expect(draw).toHaveBeenCalledTimes(2);
  queue.setPressed(true);
  queue.run(draw);
  queue.clear();
  queue.setPressed(false);
  expect(draw).toHaveBeenCalledTimes(2);
});
