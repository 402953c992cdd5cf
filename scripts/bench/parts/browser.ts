import type { Options } from '../lib/options.ts';
import type { Measure } from '../lib/results.ts';
import type { Workshop } from '../lib/workshop.ts';
export async function browser(_workshop: Workshop, _options: Options): Promise<Measure[]> { return []; }
