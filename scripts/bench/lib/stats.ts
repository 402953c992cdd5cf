/** The value below which `share` (0–1) of the samples lie, interpolated; NaN without samples. */
export function percentile(samples: readonly number[], share: number): number {
  if (samples.length === 0) return Number.NaN;
  const sorted = [...samples].sort((a, b) => a - b);
  const position = share * (sorted.length - 1);
  const low = sorted[Math.floor(position)] ?? Number.NaN;
  const high = sorted[Math.ceil(position)] ?? low;
  return low + (high - low) * (position - Math.floor(position));
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

export interface Timings {
  p50: number;
  p95: number;
  p99: number;
}

export const computeTimings = (samples: readonly number[]): Timings => ({
  p50: percentile(samples, 0.5),
  p95: percentile(samples, 0.95),
  p99: percentile(samples, 0.99),
});

/** Runs the works one after the other, `rounds` times over, so that a machine's moods meet all of them. */
export async function interleave<T>(rounds: number, works: readonly (() => Promise<T>)[]): Promise<T[][]> {
  const results: T[][] = works.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, work] of works.entries()) results[index]?.push(await work());
  }
  return results;
}
