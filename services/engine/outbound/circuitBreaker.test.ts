import { expect, it } from 'vitest';
import { CircuitBreaker } from './circuitBreaker.ts';

const URL_OF_PARTNER = 'https://partner.example/hook';
const OTHER = 'https://other.example/hook';

function breaker(maxSlowCalls: number): { circuits: CircuitBreaker; pass: (ms: number) => void } {
  let now = 0;
  return { circuits: new CircuitBreaker(maxSlowCalls, () => now), pass: (ms) => void (now += ms) };
}
const begin = (circuits: CircuitBreaker, count: number): ((() => void) | undefined)[] =>
  Array.from({ length: count }, () => circuits.enter(URL_OF_PARTNER));

it('lets as many calls go at once as there are, as long as they are quick', () => {
  const { circuits, pass } = breaker(2);
  for (let round = 0; round < 20; round += 1) {
    const calls = begin(circuits, 50);
    pass(900);
    expect(calls).not.toContain(undefined);
    for (const leave of calls) leave?.();
  }
});

it('keeps the rest free while calls of one host are slow', () => {
  const { circuits, pass } = breaker(2);
  const [first] = begin(circuits, 2);
  pass(1_001);
  expect(circuits.enter(URL_OF_PARTNER)).toBeUndefined();
  expect(circuits.enter(OTHER)).toBeDefined();
  first?.();
  expect(circuits.enter(URL_OF_PARTNER)).toBeDefined();
});

it('leaves a host alone that did not answer, but for a call that tries again', () => {
  const { circuits, pass } = breaker(8);
  const calls = begin(circuits, 4);
  pass(5_000);
  for (const leave of calls) leave?.();
  expect(circuits.enter(URL_OF_PARTNER)).toBeUndefined();
  expect(circuits.enter(OTHER)).toBeDefined();
  pass(10_001);
  const trial = circuits.enter(URL_OF_PARTNER);
  expect(trial).toBeDefined();
  expect(circuits.enter(URL_OF_PARTNER)).toBeUndefined();
  pass(5_000);
  trial?.();
  expect(circuits.enter(URL_OF_PARTNER)).toBeUndefined();
  pass(10_001);
  circuits.enter(URL_OF_PARTNER)?.();
  expect(begin(circuits, 5)).not.toContain(undefined);
});
