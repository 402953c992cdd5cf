import { startByCommand, startConsole } from '../lib/console.ts';
import type { Options } from '../lib/options.ts';
import { measure, type Measure } from '../lib/results.ts';
import type { BenchEnvironment } from '../lib/workshop.ts';

/** From the command to the first answer of the health check, the build being there; with the demo workspace. */
export async function start(workshop: BenchEnvironment, { engines, rounds }: Options): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const engine of engines) {
    const times = { fresh: [] as number[], existing: [] as number[], memory: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      const place = await workshop.createTarget(engine);
      const fresh = await startByCommand(place);
      await fresh.stop();
      const existing = await startByCommand(place);
      await existing.stop();
      const idle = await startConsole(place);
      times.memory.push((await idle.usage()).rssMb);
      await idle.stop();
      times.fresh.push(fresh.startMs);
      times.existing.push(existing.startMs);
    }
    measures.push(
      measure(engine, 'cold start with new data', 'ms', times.fresh),
      measure(engine, 'cold start with existing data', 'ms', times.existing),
      measure(
        engine,
        engine === 'server' ? 'memory after the start' : 'memory after the start, database included',
        'MB',
        times.memory,
      ),
    );
  }
  return measures;
}
