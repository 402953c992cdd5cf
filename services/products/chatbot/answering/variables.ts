import { cachedBriefly } from '../../../engine/resources/briefCache.ts';
import type { Services } from '../../../engine/resources/services.ts';
import type { BotAnswer } from './types.ts';

/**
 * Values for placeholders by name: the bot's variables, overridden by the person's, by found entities, and by what the
 * answer sets.
 * @param personValues values of the person
 */
export async function variablesFor(
  services: Services,
  { entities, sets }: Pick<BotAnswer, 'entities' | 'sets'>,
  personValues: Readonly<Record<string, string>> = {},
): Promise<ReadonlyMap<string, string>> {
  const stored = await cachedBriefly(services, 'variables', ['variable'], async () =>
    ((await services.catalog.repository('variable')?.list({ take: 10_000 })) ?? []).map(
      ({ name, value }) => ({
        name,
        value,
      }),
    ),
  );
  return new Map([
    ...stored.map(({ name, value }): [string, string] => [name, value]),
    ...Object.entries(personValues),
    ...entities.map(({ entity, value }): [string, string] => [entity, value]),
    ...sets.flatMap(({ variable, value }): [string, string][] =>
      variable === undefined ? [] : [[variable, value ?? '']],
    ),
  ]);
}
