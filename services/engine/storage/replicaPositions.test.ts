import { expect, it } from 'vitest';
import { ReplicaPositions } from './replicaPositions.ts';

/** Adds the position of a primary each second; it writes 100 bytes per second from the moment 0 on. */
function addPrimarySeconds(positions: ReplicaPositions, from: number, to: number): void {
  for (let second = from; second <= to; second++)
    positions.addPrimary({
      position: BigInt(second * 100),
      at: 5_000 + second * 1000,
      readAt: second * 1000,
    });
}

it('counts a replica without a known position as away', () => {
  const positions = new ReplicaPositions();
  addPrimarySeconds(positions, 0, 3);
  expect(positions.assess(3_000)).toEqual({ state: 'away' });
  expect(positions.covers(0n)).toBe(false);
});

it('measures the lag of a replica by the history of the primary', () => {
  const positions = new ReplicaPositions();
  addPrimarySeconds(positions, 0, 9);
  positions.setReplica(760n);
  expect(positions.assess(9_500)).toEqual({ state: 'used', lagSeconds: 2.5, asOf: 12_000 });
});

it('measures the lag while nobody writes', () => {
  const positions = new ReplicaPositions();
  for (let second = 0; second < 100; second++) {
    positions.setReplica(700n);
    positions.addPrimary({ position: 700n, at: second * 1000, readAt: second * 1000 });
  }
  expect(positions.assess(99_200)).toEqual({ state: 'used', lagSeconds: 0.2, asOf: 99_000 });
});

it('uses a replica that is 30 s behind, but not one that is further behind', () => {
  const positions = new ReplicaPositions();
  addPrimarySeconds(positions, 0, 30);
  positions.setReplica(0n);
  expect(positions.assess(30_000)).toMatchObject({ state: 'used', lagSeconds: 30 });
  expect(positions.assess(30_001)).toMatchObject({ state: 'behind' });
});

it('does not use a replica that is older than the history', () => {
  const positions = new ReplicaPositions();
  addPrimarySeconds(positions, 100, 200);
  positions.setReplica(50n);
  expect(positions.assess(200_000)).toEqual({ state: 'behind' });
});

it('covers exactly the positions that the replica has replayed', () => {
  const positions = new ReplicaPositions();
  addPrimarySeconds(positions, 0, 3);
  positions.setReplica(150n);
  expect([149n, 150n, 151n].map((position) => positions.covers(position))).toEqual([true, true, false]);
});

it('does not use a replica that is ahead of the primary', () => {
  const positions = new ReplicaPositions();
  addPrimarySeconds(positions, 0, 3);
  positions.setReplica(401n);
  addPrimarySeconds(positions, 4, 4);
  expect(positions.assess(4_000)).toEqual({ state: 'away' });
});

it('restarts its history after a failover to an earlier position', () => {
  const positions = new ReplicaPositions();
  addPrimarySeconds(positions, 0, 20);
  positions.setReplica(900n);
  positions.addPrimary({ position: 950n, at: 40_000, readAt: 21_000 });
  expect(positions.assess(21_000)).toEqual({ state: 'behind' });
  positions.setReplica(960n);
  positions.addPrimary({ position: 970n, at: 41_000, readAt: 22_000 });
  expect(positions.assess(22_000)).toEqual({ state: 'used', lagSeconds: 1, asOf: 40_000 });
});
