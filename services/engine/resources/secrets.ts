import { mapValues, walkFields } from '../../../schemas/model/fields.ts';
import { valueAt } from '../../../schemas/model/pointer.ts';
import type { EntityModel, FieldErrors, FieldModel } from '../../../schemas/model/types.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { endToShow, isSealed, visibleEnd, type SecretBox } from './secretBox.ts';

const MASK_PREFIX = '••••';

type Values = Record<string, unknown>;
type TransformSecret = (secret: string, pointer: string, stored: unknown) => unknown;

export function hasSecrets(model: EntityModel): boolean {
  let found = false;
  walkFields(model.fields, (field) => {
    found ||= field.secret;
  });
  return found;
}

/** Masks a secret: dots and, if it is long, its last four characters. */
function maskSecret(secret: string): string {
  if (secret === '') return secret;
  if (isSealed(secret)) return MASK_PREFIX + visibleEnd(secret);
  return MASK_PREFIX + endToShow(secret);
}

/** Whether a value looks like a mask. */
export const isMask = (value: unknown): boolean => typeof value === 'string' && value.startsWith(MASK_PREFIX);

/** A copy of a record with its secrets masked, for responses. */
export function maskSecrets<T extends Values>(model: EntityModel, record: T): T {
  return mapSecrets(model.fields, record, undefined, maskSecret) as T;
}

/** Masks every sealed value, whatever the schema calls it now (history may predate a rename). */
export function maskSealed<T>(value: T): T {
  if (typeof value === 'string') return (isSealed(value) ? maskSecret(value) : value) as T;
  if (Array.isArray(value)) return value.map((part: unknown) => maskSealed(part)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, maskSealed(part)])) as T;
}

/**
 * Replaces unchanged masks by the stored secrets, decrypted for validation. A mask that matches no stored secret is an
 * error: it would be saved as the secret.
 */
export function unmaskSecrets(
  model: EntityModel,
  sent: Values,
  stored: Values | undefined,
  secretBox: SecretBox,
): { record: Values; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const record = mapSecrets(model.fields, sent, stored, (secret, pointer, storedValue) => {
    if (secret === storedValue) return decryptIfSealed(secret, secretBox);
    if (!isMask(secret)) return secret;
    if (typeof storedValue === 'string' && maskSecret(storedValue) === secret)
      return decryptIfSealed(storedValue, secretBox);
    errors[pointer] = t('Enter the whole value');
    return secret;
  });
  return { record, errors };
}

/** Seals the secrets of a record; an unchanged one stays as it is stored. */
export function sealSecrets(
  model: EntityModel,
  record: Values,
  stored: Values | undefined,
  secretBox: SecretBox,
): Values {
  return mapSecrets(model.fields, record, stored, (secret, _, storedValue) =>
    typeof storedValue === 'string' && isSealed(storedValue) && secretBox.open(storedValue) === secret
      ? storedValue
      : secretBox.seal(secret),
  );
}

/** Seals secrets that are still stored in plain text. */
export const sealStored = (model: EntityModel, record: Values, secretBox: SecretBox): Values =>
  mapSecrets(model.fields, record, undefined, (secret) =>
    isSealed(secret) ? secret : secretBox.seal(secret),
  );

/** A copy with decrypted secrets, for a draft that the server builds from a stored record. */
export const openSecrets = (model: EntityModel, record: Values, secretBox: SecretBox): Values =>
  mapSecrets(model.fields, record, undefined, (secret) => decryptIfSealed(secret, secretBox));

const decryptIfSealed = (secret: string, secretBox: SecretBox): string =>
  isSealed(secret) ? secretBox.open(secret) : secret;

function mapSecrets(
  fields: FieldModel[],
  target: Values,
  stored: Values | undefined,
  transform: TransformSecret,
): Values {
  return mapValues(fields, target, (field, value, pointer) =>
    field.secret && typeof value === 'string' ? transform(value, pointer, valueAt(stored, pointer)) : value,
  );
}
