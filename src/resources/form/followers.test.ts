import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Followers } from './followers.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const following = (released: (draw: () => void) => void = (draw) => draw()) => {
  const followers = new Followers(released);
  const told = vi.fn();
  const end = followers.watch(told);
  return { followers, told, end };
};

it('are told once the keys pause', () => {
  const { followers, told } = following();
  followers.soon();
  expect(told).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60);
  expect(told).toHaveBeenCalledTimes(1);
});

it('are told now and then where the keys do not pause', () => {
  const { followers, told } = following();
  for (let key = 0; key < 20; key++) {
    followers.soon();
    vi.advanceTimersByTime(30);
  }
  expect(told.mock.calls.length).toBeGreaterThanOrEqual(2);
  expect(told.mock.calls.length).toBeLessThan(5);
});

it('wait while a pointer is pressed, and are told nothing once they left', () => {
  const late: (() => void)[] = [];
  const { followers, told, end } = following((draw) => void late.push(draw));
  followers.soon();
  vi.advanceTimersByTime(1_000);
  expect(told).not.toHaveBeenCalled();
  for (const draw of late) draw();
  expect(told).toHaveBeenCalledTimes(1);
  end();
  followers.tell();
  expect(told).toHaveBeenCalledTimes(1);
});
