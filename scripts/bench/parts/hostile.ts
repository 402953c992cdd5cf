import { loadProduct } from '../../../schemas/loadSchemas.ts';
import { HOSTILE_UNITS, recordWith, repeatToLength, textFields } from '../../../schemas/model/testHostile.ts';
import { schemasDir } from '../../lib/project.mjs';
import { signIn, startConsole } from '../lib/console.ts';
import type { Options } from '../lib/options.ts';
import { measure, type Measure } from '../lib/results.ts';
import { percentile } from '../lib/stats.ts';
import type { BenchEnvironment } from '../lib/workshop.ts';

/** UTF-8 bytes of the text in a body; the last is the most that a body may have, beside its other fields. */
const SIZES = [1_000, 10_000, 100_000, 1_000_000];

/** How long a request takes that brings a text made to be slow to read, for every text field of every entity. */
export async function hostile(workshop: BenchEnvironment, { engines }: Options): Promise<Measure[]> {
  const models = loadProduct(schemasDir()).entities.filter(({ access }) => access.create.length > 0);
  const measures: Measure[] = [];
  for (const engine of engines) {
    const server = await startConsole(await workshop.createTarget(engine));
    const times: number[] = [];
    try {
      const headers = {
        authorization: `Bearer ${await signIn(server.url, 'owner')}`,
        'content-type': 'application/json',
      };
      for (const model of models) {
        for (const body of hostileBodies(model)) {
          const begun = performance.now();
          const url = `${server.url}/api/v1/${model.path}`;
          const response = await fetch(url, { method: 'POST', headers, body });
          await response.arrayBuffer();
          times.push(performance.now() - begun);
          if (response.status >= 500) throw new Error(`${model.name} answers ${response.status}`);
        }
      }
    } finally {
      await server.stop();
    }
    measures.push(
      measure(engine, `hostile texts in every field (${times.length} requests), p50`, 'ms', [
        percentile(times, 0.5),
      ]),
      measure(engine, 'hostile texts in every field, the slowest', 'ms', [Math.max(...times)], {
        goal: { of: 'ours', atMost: 200 },
      }),
    );
  }
  return measures;
}

function* hostileBodies(model: Parameters<typeof textFields>[0]): Generator<string> {
  for (const field of textFields(model)) {
    for (const unit of Object.values(HOSTILE_UNITS)) {
      const weight = Buffer.byteLength(unit) / unit.length;
      for (const size of SIZES)
        yield JSON.stringify(recordWith(model, field, repeatToLength(unit, Math.floor(size / weight))));
    }
  }
}
