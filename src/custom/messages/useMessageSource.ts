import { useCallback, useEffect, useMemo, useState } from 'react';
import type { SchemaValidator } from '../../../schemas/model/schemaValidator.ts';
import { contentFaults } from '../../../schemas/model/content.ts';
import { matches } from '../../../schemas/model/match.ts';
import type {
  EntityRecord,
  FieldErrors,
  FieldModel,
  Json,
  JsonObject,
} from '../../../schemas/model/types.ts';
import { validate } from '../../../schemas/model/validate.ts';
import { loadValidator } from '../../resources/form/useFormValidator.ts';
import {
  useLiveErrors,
  useLiveValidation,
  useLiveRecord,
  useMissingValues,
} from '../../resources/fieldKit/useLiveRecord.ts';
import { entityByName, hasEntity } from '../../resources/product.ts';
import { useWholeRecord } from '../../resources/wholeRecord.ts';
import { useFormChannel } from './useFormChannel.ts';

/** The origin of the messages that a form sends. */
export interface MessageSource {
  values: JsonObject;
  /** The type of their only channel, where the form has one. */
  only?: string;
  /** Errors on a channel type by pointer into `values`: all, those that prevent saving, and missing values. */
  faultsOn: (type: string) => { faults: FieldErrors; blocking: FieldErrors; missingValues: FieldErrors };
  /** The field that references the record with the messages; absent where the form has them itself. */
  field?: string;
}

const hasMessages = (entity: string): boolean =>
  hasEntity(entity) && entityByName(entity).fields.some(({ name }) => name === 'messages');

/** The form's field that references what it sends, and its value. */
function findReference(
  fields: FieldModel[],
  values: JsonObject,
): { field: FieldModel; id: string } | undefined {
  const field = fields.find(
    ({ reference, visibleWhen }) =>
      reference && hasMessages(reference.entity) && visibleWhen && matches(visibleWhen, values),
  );
  const id = field && values[field.name];
  return field && { field, id: typeof id === 'string' ? id : '' };
}

/** The form's messages, or those of the record that it references; and their channel. */
export function useMessageSource(): MessageSource {
  const { values, fields } = useLiveRecord();
  const blocking = useLiveErrors();
  const missingValues = useMissingValues();
  const validateLive = useLiveValidation();
  const only = useFormChannel().channel?.type;
  const { field, id = '' } = findReference(fields, values) ?? {};
  const entity = field?.reference?.entity;
  const { data } = useWholeRecord<EntityRecord>(entity ?? 'template', id);
  const validator = useValidatorOf(entity);
  const own = useMemo(() => ownValues(entity, id === '' ? undefined : data), [entity, id, data]);
  const faultsOn = useCallback(
    (type: string) => {
      if (entity === undefined) {
        const faults = validateLive({ ...values, platform: type });
        return { faults, blocking: only ? faults : blocking, missingValues };
      }
      const model = entityByName(entity);
      const record = { ...own, platform: type };
      const faults =
        validator && own['messages']
          ? validate(model, record, { validator, checkContent: contentFaults })
          : {};
      return { faults, blocking: only ? faults : {}, missingValues: {} };
    },
    [entity, own, validator, validateLive, values, only, blocking, missingValues],
  );
  return useMemo(
    () => ({
      values: entity === undefined ? values : own,
      faultsOn,
      ...(only && { only }),
      ...(field && { field: field.name }),
    }),
    [entity, values, own, faultsOn, only, field],
  );
}

/** A record's values of its entity's own fields. */
function ownValues(entity: string | undefined, record: EntityRecord | undefined): JsonObject {
  if (entity === undefined || !record) return {};
  const names = new Set(entityByName(entity).fields.map(({ name }) => name));
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name))) as Record<
    string,
    Json
  >;
}

/** The validator of an entity's schema, once it is loaded. */
function useValidatorOf(entity: string | undefined): SchemaValidator | undefined {
  const [loaded, setLoaded] = useState<{ entity: string; check: SchemaValidator }>();
  useEffect(() => {
    let isUnmounted = false;
    if (entity !== undefined)
      loadValidator(entity).then(
        (check) => isUnmounted || setLoaded({ entity, check }),
        // Without it nothing is validated here; the services do.
        () => undefined,
      );
    return () => {
      isUnmounted = true;
    };
  }, [entity]);
  return loaded && loaded.entity === entity ? loaded.check : undefined;
}
