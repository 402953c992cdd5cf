import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DeferredSubscribers } from './deferredSubscribers.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const subscribed = (whenReleased: (draw: () => void) => void = (draw) => draw()) => {
  const subscribers = new DeferredSubscribers(whenReleased);
  const subscriber = vi.fn();
  const end = subscribers.subscribe(subscriber);
  return { subscribers, told: subscriber, end };
};

it('are notified once typing pauses', () => {
  const { subscribers, told } = subscribed();
  subscribers.schedule();
  expect(told).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60);
  expect(told).toHaveBeenCalledTimes(1);
});

it('are notified at intervals while typing does not pause', () => {
  const { subscribers, told } = subscribed();
  for (let key = 0; key < 20; key++) {
    subscribers.schedule();
    vi.advanceTimersByTime(30);
  }
  expect(told.mock.calls.length).toBeGreaterThanOrEqual(2);
  expect(told.mock.calls.length).toBeLessThan(5);
});

it('wait while a pointer is pressed, and are not notified once they unsubscribed', () => {
  const late: (() => void)[] = [];
  const { subscribers, told, end } = subscribed((draw) => void late.push(draw));
  subscribers.schedule();
  vi.advanceTimersByTime(1_000);
  expect(told).not.toHaveBeenCalled();
  for (const draw of late) draw();
  expect(told).toHaveBeenCalledTimes(1);
  end();
  subscribers.flush();
  expect(told).toHaveBeenCalledTimes(1);
});
