import { mapValues, walkFields } from '../../../schemas/model/fields.ts';
import { valueAt } from '../../../schemas/model/pointer.ts';
import type { EntityModel, FieldErrors, FieldModel } from '../../../schemas/model/types.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { endToShow, isSealed, visibleEnd, type SecretBox } from './secretBox.ts';

const DOTS = '••••';

type Values = Record<string, unknown>;
type Change = (secret: string, pointer: string, stored: unknown) => unknown;

export function hasSecrets(model: EntityModel): boolean {
  let found = false;
  walkFields(model.fields, (field) => {
    found ||= field.secret;
  });
  return found;
}

/** What is told of a secret: dots and, of a long one, its last four characters. */
function maskSecret(secret: string): string {
  if (secret === '') return secret;
  if (isSealed(secret)) return DOTS + visibleEnd(secret);
  return DOTS + endToShow(secret);
}

/** Whether a text is what is told of some secret. */
export const isMask = (value: unknown): boolean => typeof value === 'string' && value.startsWith(DOTS);

/** A copy of a record that is fit to leave the services. */
export function maskSecrets<T extends Values>(model: EntityModel, record: T): T {
  return mapSecrets(model.fields, record, undefined, maskSecret) as T;
}

/** The same of a document that may be older than the schema: a secret stays one under a name that it had before. */
export function maskSealed<T>(value: T): T {
  if (typeof value === 'string') return (isSealed(value) ? maskSecret(value) : value) as T;
  if (Array.isArray(value)) return value.map((part: unknown) => maskSealed(part)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, maskSealed(part)])) as T;
}

/**
 * A copy of what a client sent, masks that came back unchanged replaced by the stored secrets, in the clear: so they
 * are judged. A mask that belongs to nothing stored is a fault: it would be kept as if it were the secret.
 */
export function unmaskSecrets(
  model: EntityModel,
  sent: Values,
  stored: Values | undefined,
  secretBox: SecretBox,
): { record: Values; faults: FieldErrors } {
  const faults: FieldErrors = {};
  const record = mapSecrets(model.fields, sent, stored, (secret, pointer, held) => {
    if (secret === held) return opened(secret, secretBox);
    if (!isMask(secret)) return secret;
    if (typeof held === 'string' && maskSecret(held) === secret) return opened(held, secretBox);
    faults[pointer] = t('Enter the whole value');
    return secret;
  });
  return { record, faults };
}

/** A copy whose secrets are sealed; one that did not change stays as it is stored. */
export function sealSecrets(
  model: EntityModel,
  record: Values,
  stored: Values | undefined,
  secretBox: SecretBox,
): Values {
  return mapSecrets(model.fields, record, stored, (secret, _, held) =>
    typeof held === 'string' && isSealed(held) && secretBox.open(held) === secret
      ? held
      : secretBox.seal(secret),
  );
}

/** A copy of what is stored whose secrets are sealed, also those that were stored in the clear. */
export const sealStored = (model: EntityModel, record: Values, secretBox: SecretBox): Values =>
  mapSecrets(model.fields, record, undefined, (secret) =>
    isSealed(secret) ? secret : secretBox.seal(secret),
  );

/** A copy with its secrets in the clear, for a draft that the services make of what is stored. */
export const openSecrets = (model: EntityModel, record: Values, secretBox: SecretBox): Values =>
  mapSecrets(model.fields, record, undefined, (secret) => opened(secret, secretBox));

const opened = (secret: string, secretBox: SecretBox): string =>
  isSealed(secret) ? secretBox.open(secret) : secret;

function mapSecrets(
  fields: FieldModel[],
  target: Values,
  stored: Values | undefined,
  change: Change,
): Values {
  return mapValues(fields, target, (field, value, pointer) =>
    field.secret && typeof value === 'string' ? change(value, pointer, valueAt(stored, pointer)) : value,
  );
}
