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

/** Where the messages come from that a form sends. */
export interface Source {
  values: JsonObject;
  /** The type of the one channel that they go to, where the form names it. */
  only?: string;
  /** Every fault on a type of channel, by pointer into `values`, those that keep the form from being saved, and what is still to do. */
  faultsOn: (type: string) => { faults: FieldErrors; blocking: FieldErrors; todo: FieldErrors };
  /** The field that names the record with the messages; absent where the form has them itself. */
  field?: string;
}

const hasMessages = (entity: string): boolean =>
  hasEntity(entity) && entityByName(entity).fields.some(({ name }) => name === 'messages');

/** The field of a form that names what it sends, and the id that it holds. */
function referenceIn(
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

/** The messages of the form around, or those of the record that it takes them from; and the channel that they are for. */
export function useSource(): Source {
  const { values, fields } = useLiveRecord();
  const blocking = useLiveErrors();
  const todo = useMissingValues();
  const judge = useLiveValidation();
  const only = useFormChannel().channel?.type;
  const { field, id = '' } = referenceIn(fields, values) ?? {};
  const entity = field?.reference?.entity;
  const { data } = useWholeRecord<EntityRecord>(entity ?? 'template', id);
  const validator = useCheckOf(entity);
  const own = useMemo(() => ownValues(entity, id === '' ? undefined : data), [entity, id, data]);
  const faultsOn = useCallback(
    (type: string) => {
      if (entity === undefined) {
        const faults = judge({ ...values, platform: type });
        return { faults, blocking: only ? faults : blocking, todo };
      }
      const model = entityByName(entity);
      const record = { ...own, platform: type };
      const faults =
        validator && own['messages']
          ? validate(model, record, { validator, checkContent: contentFaults })
          : {};
      return { faults, blocking: only ? faults : {}, todo: {} };
    },
    [entity, own, validator, judge, values, only, blocking, todo],
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

/** What a record has of its own entity's fields. */
function ownValues(entity: string | undefined, record: EntityRecord | undefined): JsonObject {
  if (entity === undefined || !record) return {};
  const names = new Set(entityByName(entity).fields.map(({ name }) => name));
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name))) as Record<
    string,
    Json
  >;
}

/** The check of an entity's schema, once it has come. */
function useCheckOf(entity: string | undefined): SchemaValidator | undefined {
  const [loaded, setLoaded] = useState<{ entity: string; check: SchemaValidator }>();
  useEffect(() => {
    let left = false;
    if (entity !== undefined)
      loadValidator(entity).then(
        (check) => left || setLoaded({ entity, check }),
        // Without it nothing is judged here; the services do.
        () => undefined,
      );
    return () => {
      left = true;
    };
  }, [entity]);
  return loaded && loaded.entity === entity ? loaded.check : undefined;
}
