import { placeholdersIn } from '../placeholders.ts';
import { unknownNameMessage } from '../didYouMean.ts';
import { entityForRole } from '../entityRoles.ts';
import type { EntityModel } from '../types.ts';
import { jsonPointer, type Problems } from './problems.ts';

const CRUD_OPERATIONS = ['read', 'create', 'update', 'delete'];

/** Checks notifications: an entity stores them, kinds and rights exist, and the text is not empty. */
export function checkNotify(model: EntityModel, entities: readonly EntityModel[], problems: Problems): void {
  const { notify } = model;
  if (!notify) return;
  const notificationEntity = entityForRole(entities, 'notifications');
  if (!notificationEntity)
    return problems.add(
      jsonPointer('x-entity', 'notify'),
      'has no effect: no entity provides "notifications"',
    );
  const kinds = notificationEntity.fields
    .find(({ name }) => name === 'kind')
    ?.choices?.map(({ value }) => String(value));
  const rights = [...CRUD_OPERATIONS, ...model.actions.map(({ id }) => id)];
  notify.forEach(({ kind, to, text }, index) => {
    const path = jsonPointer('x-entity', 'notify', index);
    if (kinds && !kinds.includes(kind)) problems.add(`${path}/kind`, unknownNameMessage('kind', kind, kinds));
    if (typeof to !== 'string' && !rights.includes(to.may))
      problems.add(`${path}/to/may`, unknownNameMessage('operation', to.may, rights));
    if (text.trim() === '' || placeholdersIn(text).includes(''))
      problems.add(`${path}/text`, 'says nothing, or has a place without a name');
  });
}
