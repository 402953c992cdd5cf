import type { Json, JsonObject, RetiredField, RetiredModel, RetiredStep } from './types.ts';

/**
 * A record without the fields that its schema retires, at any depth, and with retired choices replaced. The same object
 * where nothing changes.
 */
export function withoutRetired<T extends object>(retired: RetiredModel | undefined, record: T): T {
  return retired ? (applyRetirement(retired, record as JsonObject, () => true) as T) : record;
}

/** The record as it is stored after retiring: as `withoutRetired`, but with the fields whose values are kept. */
export function storedAfterRetiring(retired: RetiredModel, record: JsonObject): JsonObject {
  return applyRetirement(retired, record, ({ values }) => values === 'drop');
}

function applyRetirement(
  { fields, choices }: RetiredModel,
  record: JsonObject,
  isRemoved: (field: RetiredField) => boolean,
): JsonObject {
  let value: Json = record;
  for (const field of fields)
    if (isRemoved(field)) value = convertAt(value, field.steps, () => undefined) as Json;
  for (const field of choices)
    value = convertAt(value, field.steps, (held) => replaceChoices(held, field.choices)) as Json;
  return value as JsonObject;
}

function replaceChoices(value: Json, choices: Record<string, Json>): Json {
  if (Array.isArray(value)) {
    const next = value.map((item) => replaceChoices(item, choices));
    return next.every((item, index) => item === value[index]) ? value : [...new Set(next)];
  }
  if (value === null || typeof value === 'object') return value;
  return Object.hasOwn(choices, String(value)) ? (choices[String(value)] as Json) : value;
}

/** Converts the value at the end of the steps; `undefined` removes it. */
function convertAt(
  value: Json,
  steps: readonly RetiredStep[],
  convert: (held: Json) => Json | undefined,
): Json | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return convert(value);
  if (value === null || typeof value !== 'object') return value;
  if (step === '*') {
    if (!Array.isArray(value)) return value;
    const next = value.map((item) => convertAt(item, rest, convert) as Json);
    return next.every((item, index) => item === value[index]) ? value : next;
  }
  if (Array.isArray(value)) return value;
  if (typeof step === 'object')
    return value[step.by] === step.variant ? convertAt(value, rest, convert) : value;
  if (!Object.hasOwn(value, step)) return value;
  const current = value[step] as Json;
  const next = convertAt(current, rest, convert);
  if (next === current) return value;
  const { [step]: _, ...others } = value;
  return next === undefined ? others : { ...value, [step]: next };
}
