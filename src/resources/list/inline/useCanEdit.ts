import { useMemo } from 'react';
import { stateRuleRefusal } from '../../../../schemas/model/lifecycle.ts';
import { matches } from '../../../../schemas/model/match.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { useRights } from '../../changes/useRights.ts';
import type { ListRecord } from '../../fieldKit/types.ts';
import { useFormAccess } from '../../fieldKit/useFormAccess.ts';
import type { ConsoleEntity } from '../../product.ts';

/** Whether the user may edit a record's value in its cell (`column.edit`); the services check again. */
export const useCanEdit = (model: ConsoleEntity): ((record: ListRecord, field: FieldModel) => boolean) => {
  const { may } = useRights(model);
  const { can, user, inUse } = useFormAccess();
  return useMemo((): ((record: ListRecord, field: FieldModel) => boolean) => {
    if (!may('update')) return () => false;
    const editableFields = new Set(
      model.fields.filter(({ column, access }) => column && column.edit === true && can(access.write)),
    );
    return (record, field) =>
      editableFields.has(field) &&
      stateRuleRefusal(model, 'edit', record) === undefined &&
      matches(field.visibleWhen, record, { root: record, user, inUse }) &&
      !(field.readOnlyWhen && matches(field.readOnlyWhen, record, { root: record, user, inUse }));
  }, [model, may, can, user, inUse]);
};
