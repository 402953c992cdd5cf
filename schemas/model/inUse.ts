import { IN_USE } from './match.ts';
import type { FieldModel } from './types.ts';

/**
 * What the conditions of fields ask about values in use, as `entity.field`: `{"$inUse.channel.type": "LINE"}` holds
 * where a channel of that type is there.
 */
export function namesInUse(fields: FieldModel[]): string[] {
  const names = new Set<string>();
  const path = (text: unknown): void => {
    if (typeof text === 'string' && text.startsWith(IN_USE)) names.add(text.slice(IN_USE.length));
  };
  const walk = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    for (const [key, inside] of Object.entries(value)) {
      if (key.startsWith('$')) path(key.slice(1));
      if (key === 'context') path(inside);
      walk(inside);
    }
  };
  walk(fields);
  return [...names];
}
