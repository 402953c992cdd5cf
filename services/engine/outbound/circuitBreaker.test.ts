import { expect, it } from 'vitest';
import { CircuitBreaker } from './circuitBreaker.ts';

const URL_OF_PARTNER = 'https://partner.example/hook';
const OTHER_URL = 'https://other.example/hook';

function createBreaker(maxSlowCalls: number): { circuits: CircuitBreaker; advanceMs: (ms: number) => void } {
  let now = 0;
  return { circuits: new CircuitBreaker(maxSlowCalls, () => now), advanceMs: (ms) => void (now += ms) };
}
const beginCalls = (breaker: CircuitBreaker, count: number): ((() => void) | undefined)[] =>
  Array.from({ length: count }, () => breaker.enter(URL_OF_PARTNER));

it('does not limit quick calls', () => {
  const { circuits, advanceMs } = createBreaker(2);
  for (let round = 0; round < 20; round += 1) {
    const calls = beginCalls(circuits, 50);
    advanceMs(900);
    expect(calls).not.toContain(undefined);
    for (const endCall of calls) endCall?.();
  }
});

it('limits slow calls of one host, not those of others', () => {
  const { circuits, advanceMs } = createBreaker(2);
  const [endFirst] = beginCalls(circuits, 2);
  advanceMs(1_001);
  expect(circuits.enter(URL_OF_PARTNER)).toBeUndefined();
  expect(circuits.enter(OTHER_URL)).toBeDefined();
  endFirst?.();
  expect(circuits.enter(URL_OF_PARTNER)).toBeDefined();
});

it('opens the circuit of a host that did not answer, and lets one trial call through', () => {
  const { circuits, advanceMs } = createBreaker(8);
  const calls = beginCalls(circuits, 4);
  advanceMs(5_000);
  for (const leave of calls) leave?.();
  expect(circuits.enter(URL_OF_PARTNER)).toBeUndefined();
  expect(circuits.enter(OTHER_URL)).toBeDefined();
  advanceMs(10_001);
  const endTrial = circuits.enter(URL_OF_PARTNER);
  expect(endTrial).toBeDefined();
  expect(circuits.enter(URL_OF_PARTNER)).toBeUndefined();
  advanceMs(5_000);
  endTrial?.();
  expect(circuits.enter(URL_OF_PARTNER)).toBeUndefined();
  advanceMs(10_001);
  circuits.enter(URL_OF_PARTNER)?.();
  expect(beginCalls(circuits, 5)).not.toContain(undefined);
});
