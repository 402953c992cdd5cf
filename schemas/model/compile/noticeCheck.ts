import { placeholdersIn } from '../placeholders.ts';
import { unknownNameMessage } from '../didYouMean.ts';
import { entityForRole } from '../provided.ts';
import type { EntityModel } from '../types.ts';
import { jsonPointer, type Problems } from './problems.ts';

const OF_EVERY_ENTITY = ['read', 'create', 'update', 'delete'];

/** Somebody keeps what people are told, its kinds and rights are known, and its text says something. */
export function checkNotify(model: EntityModel, entities: readonly EntityModel[], problems: Problems): void {
  const { notify } = model;
  if (!notify) return;
  const notices = entityForRole(entities, 'notifications');
  if (!notices)
    return problems.add(
      jsonPointer('x-entity', 'notify'),
      'has no effect: no entity provides "notifications"',
    );
  const kinds = notices.fields
    .find(({ name }) => name === 'kind')
    ?.choices?.map(({ value }) => String(value));
  const rights = [...OF_EVERY_ENTITY, ...model.actions.map(({ id }) => id)];
  notify.forEach(({ kind, to, text }, index) => {
    const path = jsonPointer('x-entity', 'notify', index);
    if (kinds && !kinds.includes(kind)) problems.add(`${path}/kind`, unknownNameMessage('kind', kind, kinds));
    if (typeof to !== 'string' && !rights.includes(to.may))
      problems.add(`${path}/to/may`, unknownNameMessage('operation', to.may, rights));
    if (text.trim() === '' || placeholdersIn(text).includes(''))
      problems.add(`${path}/text`, 'says nothing, or has a place without a name');
  });
}
