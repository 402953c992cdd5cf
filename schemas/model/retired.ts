import type { Json, JsonObject, RetiredField, RetiredModel, RetiredStep } from './types.ts';

/**
 * A record as the product knows it today: without the fields that its schema retires, at whatever depth, and with the
 * choices that stand for retired ones. The same object where there is nothing of them in it.
 */
export function withoutRetired<T extends object>(retired: RetiredModel | undefined, record: T): T {
  return retired ? (change(retired, record as JsonObject, () => true) as T) : record;
}

/** What stays stored of a record: the same, but with the fields whose values are kept. */
export function storedAfterRetiring(retired: RetiredModel, record: JsonObject): JsonObject {
  return change(retired, record, ({ values }) => values === 'drop');
}

function change(
  { fields, choices }: RetiredModel,
  record: JsonObject,
  isGone: (field: RetiredField) => boolean,
): JsonObject {
  let value: Json = record;
  for (const field of fields)
    if (isGone(field)) value = changeAt(value, field.steps, () => undefined) as Json;
  for (const one of choices) value = changeAt(value, one.steps, (held) => chosen(held, one.choices)) as Json;
  return value as JsonObject;
}

function chosen(held: Json, choices: Record<string, Json>): Json {
  if (Array.isArray(held)) {
    const next = held.map((item) => chosen(item, choices));
    return next.every((item, index) => item === held[index]) ? held : [...new Set(next)];
  }
  if (held === null || typeof held === 'object') return held;
  return Object.hasOwn(choices, String(held)) ? (choices[String(held)] as Json) : held;
}

/** A copy with what stands at the end of the steps changed, taken out where that is undefined. */
function changeAt(
  value: Json,
  steps: readonly RetiredStep[],
  convert: (held: Json) => Json | undefined,
): Json | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return convert(value);
  if (value === null || typeof value !== 'object') return value;
  if (step === '*') {
    if (!Array.isArray(value)) return value;
    const next = value.map((item) => changeAt(item, rest, convert) as Json);
    return next.every((item, index) => item === value[index]) ? value : next;
  }
  if (Array.isArray(value)) return value;
  if (typeof step === 'object')
    return value[step.by] === step.variant ? changeAt(value, rest, convert) : value;
  if (!Object.hasOwn(value, step)) return value;
  const held = value[step] as Json;
  const next = changeAt(held, rest, convert);
  if (next === held) return value;
  const { [step]: _, ...others } = value;
  return next === undefined ? others : { ...value, [step]: next };
}
