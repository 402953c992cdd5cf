import { contentFaults } from '../../../../schemas/model/content.ts';
import { dropHiddenFields } from '../../../../schemas/model/dropHiddenFields.ts';
import { SYSTEM_FIELD_NAMES } from '../../../../schemas/model/systemFields.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import { validate } from '../../../../schemas/model/validate.ts';
import { isPatternTooLarge } from '../../../../schemas/understanding/patterns.ts';
import { invalid, malformed } from '../../http/errors.ts';
import type { Queryable } from '../../storage/database.ts';
import type { Resource } from '../catalog.ts';
import { sealSecrets, unmaskSecrets } from '../secrets.ts';
import type { Services } from '../services.ts';
import { valuesInUse } from '../valuesInUse.ts';
import { contextOf, type Actor } from './actor.ts';
import { loadVariableResolver } from './variables.ts';
import { webhookErrors } from './webhooks.ts';
import { t } from '../../../../schemas/texts/translate.ts';

type Values = Record<string, unknown>;

/** Keys of a response beside the record's fields; ignored in requests. */
const RESPONSE_ONLY_KEYS = new Set([...SYSTEM_FIELD_NAMES, 'once', '_count', '_text']);

/** @throws ApiError 400 without a body, 422 for one that is no object */
export function requireObject(body: unknown): Values {
  if (body === undefined) throw malformed(t('A JSON object is expected as the body'));
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw invalid({ '': t('An object is expected') });
  return body as Values;
}

/** @param rest of a body whose known fields are removed @throws ApiError 422 if it is not empty */
export function rejectUnknownFields(rest: Values): void {
  const unknownName = Object.keys(rest)[0];
  if (unknownName !== undefined)
    throw invalid({ [`/${unknownName}`]: t('Unknown field "%{name}"', { name: unknownName }) });
}

/** The version that a change was made from. @throws ApiError 422 */
export function requireVersion(version: unknown): number {
  if (version === undefined || version === null) throw invalid({ '/version': t('Version is required') });
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 0 || version > 0x7fff_ffff)
    throw invalid({ '/version': t('Version must be the one that the record came with') });
  return version;
}

/** A record without the keys that only responses have. */
export const stripResponseOnlyKeys = (record: Values): Values =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !RESPONSE_ONLY_KEYS.has(name)));

/**
 * Validates a whole record with decrypted secrets and returns the values to store: without hidden fields, with sealed
 * secrets. @throws ApiError 422
 */
export async function validateRecord(
  { catalog, secretBox, webhookPolicy }: Services,
  resource: Resource,
  actor: Actor,
  tx: Queryable,
  draft: Values,
  stored: EntityRecord | undefined,
): Promise<Values> {
  const { model, validator } = resource;
  const inUse =
    resource.inUseFields.length > 0 ? await valuesInUse(catalog, tx, resource.inUseFields) : undefined;
  const context = { ...contextOf(actor), inUse };
  const { record, errors: maskErrors } = resource.hasSecrets
    ? unmaskSecrets(model, draft, stored, secretBox)
    : { record: draft, errors: {} };
  const variables = resource.hasVariables ? await loadVariableResolver(catalog, tx, record, stored) : {};
  const errors = {
    ...validate(model, record, {
      validator,
      user: context.user,
      inUse,
      checkContent: contentFaults,
      isPatternTooLarge,
      stored,
      ...variables,
    }),
    ...maskErrors,
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const visible = dropHiddenFields(model, record, context);
  const addressErrors = resource.hasWebhooks ? webhookErrors(model, visible, stored, webhookPolicy) : {};
  if (Object.keys(addressErrors).length > 0) throw invalid(addressErrors);
  return resource.hasSecrets ? sealSecrets(model, visible, stored, secretBox) : visible;
}
