import type { Random } from '../../../engine/modules/random.ts';
import type { DemoRecord } from '../../../engine/modules/module.ts';
import { SERVICE_SAMPLES } from './samplesOfService.ts';
import { SHOP_SAMPLES } from './samplesOfShop.ts';

const SAMPLES: Record<string, string> = { ...SHOP_SAMPLES, ...SERVICE_SAMPLES };

const linesOf = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim());

/** Samples by the name of their intent. */
export const demoSamples = (): [name: string, samples: string[]][] =>
  Object.entries(SAMPLES).map(([name, text]) => [name, linesOf(text)]);

export const demoIntents = (random: Random): DemoRecord[] =>
  demoSamples().map(([name, samples]) => ({ id: random.uuid(), name, samples }));
