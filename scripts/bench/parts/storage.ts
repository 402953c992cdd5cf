import { Store } from '../../../services/engine/resources/write/store.ts';
import { openDatabase } from '../../../services/engine/storage/open.ts';
import type { BigTable } from '../lib/bigTable.ts';
import { measure, type Measure } from '../lib/results.ts';
import { computeTimings } from '../lib/stats.ts';

const PAGE = 20;
const REQUESTS = 100;

/** How deep a list is read and what that costs, without HTTP around it. */
export async function storage(big: BigTable, rounds: number): Promise<Measure[]> {
  const db = await openDatabase(big.place);
  try {
    const repository = new Store(db, big.model);
    const deepest = Math.floor(big.rows / PAGE);
    const cursorId = await rowNumbered(repository, (deepest - 1) * PAGE);
    const pages = {
      first: () => repository.list({ take: PAGE }),
      deep: () => repository.list({ take: PAGE, cursorId, skip: 1 }),
    };
    const samples = { first: [] as number[], deep: [] as number[] };
    for (const warmUp of Object.values(pages)) for (let n = 0; n < 20; n++) await warmUp();
    for (let round = 0; round < rounds; round++) {
      for (const [name, page] of Object.entries(pages)) {
        samples[name as keyof typeof pages].push(await p50(page));
      }
    }
    return [
      measure(
        big.engine,
        `list page ${deepest.toLocaleString('en-GB')} against page 1, p50`,
        'ms',
        samples.deep,
        {
          goal: { of: 'ratio', atMost: 1.2 },
          beside: { of: 'page 1', samples: samples.first },
        },
      ),
    ];
  } finally {
    await db.close();
  }
}

async function rowNumbered(repository: Store, row: number): Promise<string> {
  const name = `bench_${String(row).padStart(7, '0')}`;
  const [record] = await repository.list({ where: [{ name }], take: 1 });
  if (!record) throw new Error(`${name} is not stored`);
  return record.id;
}

async function p50(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < REQUESTS; n++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return computeTimings(times).p50;
}
