import { IN_USE } from './match.ts';
import type { FieldModel } from './types.ts';

/**
 * The `entity.field` paths of values in use that conditions of fields read: `{"$inUse.channel.type": "LINE"}` holds
 * while some channel has that type.
 */
export function findInUsePaths(fields: FieldModel[]): string[] {
  const paths = new Set<string>();
  const addPath = (text: unknown): void => {
    if (typeof text === 'string' && text.startsWith(IN_USE)) paths.add(text.slice(IN_USE.length));
  };
  const walk = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    for (const [key, inside] of Object.entries(value)) {
      if (key.startsWith('$')) addPath(key.slice(1));
      if (key === 'context') addPath(inside);
      walk(inside);
    }
  };
  walk(fields);
  return [...paths];
}
