import { childFields, walkFields } from '../../schemas/model/fields.ts';
import type { EntityModel, FieldErrors, FieldModel } from '../../schemas/model/types.ts';

const DOTS = '••••';
/** A secret shorter than this shows nothing of itself. */
const SHOWN_FROM = 12;

type Values = Record<string, unknown>;
type Change = (secret: unknown, pointer: string, stored: unknown) => unknown;

export function hasSecrets(model: EntityModel): boolean {
  let found = false;
  walkFields(model.fields, (field) => {
    found ||= field.secret;
  });
  return found;
}

/** What is told of a secret: dots and, of a long one, its last four characters. */
export function maskSecret(secret: unknown): unknown {
  if (typeof secret !== 'string' || secret === '') return secret;
  return secret.length < SHOWN_FROM ? DOTS : DOTS + secret.slice(-4);
}

/** A copy of a record that is fit to leave the services. */
export function maskSecrets<T extends Values>(model: EntityModel, record: T): T {
  return mapSecrets(model.fields, record, undefined, '', maskSecret) as T;
}

/**
 * A copy of what a client sent, masks that came back unchanged replaced by the stored secrets.
 * A mask that belongs to nothing stored is a fault: it would be kept as if it were the secret.
 */
export function unmaskSecrets(
  model: EntityModel,
  sent: Values,
  stored: Values | undefined,
): { record: Values; faults: FieldErrors } {
  const faults: FieldErrors = {};
  const record = mapSecrets(model.fields, sent, stored, '', (secret, pointer, held) => {
    if (typeof secret !== 'string' || !secret.startsWith(DOTS)) return secret;
    if (held !== undefined && maskSecret(held) === secret) return held;
    faults[pointer] = 'Enter the whole value';
    return secret;
  });
  return { record, faults };
}

function mapSecrets(
  fields: FieldModel[],
  target: Values,
  stored: unknown,
  base: string,
  change: Change,
): Values {
  const result: Values = { ...target };
  for (const field of fields) {
    if (field.name in result) {
      result[field.name] = mapValue(
        field,
        result[field.name],
        child(stored, field.name),
        `${base}/${field.name}`,
        change,
      );
    }
  }
  return result;
}

function mapValue(
  field: FieldModel,
  value: unknown,
  stored: unknown,
  pointer: string,
  change: Change,
): unknown {
  if (field.secret) return change(value, pointer, stored);
  if (Array.isArray(value)) {
    const item = field.item;
    return item
      ? value.map((entry, index) =>
          mapValue(item, entry, child(stored, index), `${pointer}/${index}`, change),
        )
      : value;
  }
  if (value === null || typeof value !== 'object') return value;
  return mapSecrets(childFields(field, value), value as Values, stored, pointer, change);
}

function child(value: unknown, key: string | number): unknown {
  return value !== null && typeof value === 'object' && Object.hasOwn(value, key)
    ? (value as Values)[key]
    : undefined;
}
