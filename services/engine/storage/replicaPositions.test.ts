import { expect, it } from 'vitest';
import { ReplicaPositions } from './replicaPositions.ts';

/** A primary that writes 100 bytes each second from the moment 0 on, and tells where it is each second. */
function seconds(positions: ReplicaPositions, from: number, to: number): void {
  for (let second = from; second <= to; second++)
    positions.notePrimary({
      position: BigInt(second * 100),
      at: 5_000 + second * 1000,
      noted: second * 1000,
    });
}

it('knows nothing of a replica that was not heard of', () => {
  const positions = new ReplicaPositions();
  seconds(positions, 0, 3);
  expect(positions.judge(3_000)).toEqual({ state: 'away' });
  expect(positions.covers(0n)).toBe(false);
});

it('tells as of when a replica is by what the primary had then', () => {
  const positions = new ReplicaPositions();
  seconds(positions, 0, 9);
  positions.noteReplica(760n);
  expect(positions.judge(9_500)).toEqual({ state: 'used', lagSeconds: 2.5, asOf: 12_000 });
});

it('takes a replica for as old as it is while nobody writes', () => {
  const positions = new ReplicaPositions();
  for (let second = 0; second < 100; second++) {
    positions.noteReplica(700n);
    positions.notePrimary({ position: 700n, at: second * 1000, noted: second * 1000 });
  }
  expect(positions.judge(99_200)).toEqual({ state: 'used', lagSeconds: 0.2, asOf: 99_000 });
});

it('uses one that is 30 s behind, and not one that is further', () => {
  const positions = new ReplicaPositions();
  seconds(positions, 0, 30);
  positions.noteReplica(0n);
  expect(positions.judge(30_000)).toMatchObject({ state: 'used', lagSeconds: 30 });
  expect(positions.judge(30_001)).toMatchObject({ state: 'behind' });
});

it('uses none from before everything that is remembered', () => {
  const positions = new ReplicaPositions();
  seconds(positions, 100, 200);
  positions.noteReplica(50n);
  expect(positions.judge(200_000)).toEqual({ state: 'behind' });
});

it('tells by the very position whether what somebody wrote is there', () => {
  const positions = new ReplicaPositions();
  seconds(positions, 0, 3);
  positions.noteReplica(150n);
  expect([149n, 150n, 151n].map((position) => positions.covers(position))).toEqual([true, true, false]);
});

it('uses none that has what the primary never had', () => {
  const positions = new ReplicaPositions();
  seconds(positions, 0, 3);
  positions.noteReplica(401n);
  seconds(positions, 4, 4);
  expect(positions.judge(4_000)).toEqual({ state: 'away' });
});

it('begins anew where another server took over from an earlier position', () => {
  const positions = new ReplicaPositions();
  seconds(positions, 0, 20);
  positions.noteReplica(900n);
  positions.notePrimary({ position: 950n, at: 40_000, noted: 21_000 });
  expect(positions.judge(21_000)).toEqual({ state: 'behind' });
  positions.noteReplica(960n);
  positions.notePrimary({ position: 970n, at: 41_000, noted: 22_000 });
  expect(positions.judge(22_000)).toEqual({ state: 'used', lagSeconds: 1, asOf: 40_000 });
});
