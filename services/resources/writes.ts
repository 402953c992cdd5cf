import type { EntityRecord } from '../../schemas/model/types.ts';
import { ApiError } from '../plugins/errors.ts';
import type { Answer, Once, Write } from './actions.ts';
import type { Resource } from './catalog.ts';
import { newId } from './ids.ts';
import type { Services } from './operations.ts';
import { answering, outgoing, type Caller } from './outgoing.ts';
import type { Author, Repository } from './repository.ts';

type Values = Record<string, unknown>;
type Changing = Write & { before: EntityRecord };

export const author = ({ user, address }: Caller): Author => ({
  id: user.id,
  name: user.name || user.username,
  username: user.username,
  address,
});

interface Change {
  operation: string;
  id: string;
  before?: EntityRecord;
  draft: Values;
}

/**
 * Runs a change with the entity's hooks in one transaction; without hooks it stays the single statement that it is.
 * What hooks put off runs after the commit.
 */
async function writing(
  services: Services,
  resource: Resource,
  caller: Caller,
  change: Change,
  work: (write: Write, repository: Repository) => Promise<EntityRecord>,
): Promise<Answer> {
  const { db, actions, catalog } = services;
  const { model, repository } = resource;
  const shown: Once[] = [];
  const later: (() => Promise<void>)[] = [];
  const write = (tx: Write['tx']): Write => ({
    ...change,
    model,
    catalog,
    tx,
    user: caller.user,
    author: author(caller),
    showOnce: (once) => void shown.push(once),
    afterwards: (put) => void later.push(put),
  });
  const hooked = actions.hooksOf(model.name).length > 0;
  const record = await answering(
    resource,
    caller,
    hooked
      ? db.transaction((tx) => work(write(tx), repository.within(tx)))
      : work(write(repository.db), repository),
  );
  for (const put of later) await put().catch((error: unknown) => services.onFault(error));
  const answer: Answer = outgoing(resource, caller, record);
  return shown[0] ? { ...answer, once: shown[0] } : answer;
}

/** Stores a judged draft as a new record. @param id when a deleted record comes back */
export function writeNew(
  services: Services,
  resource: Resource,
  caller: Caller,
  draft: Values,
  operation = 'create',
  id = newId(),
): Promise<Answer> {
  const hooks = services.actions.hooksOf(resource.model.name);
  return writing(services, resource, caller, { operation, id, draft }, async (write, repository) => {
    for (const hook of hooks) await hook.beforeCreate?.(write);
    const record = await repository.create(write.draft, author(caller), { id, operation });
    for (const hook of hooks) await hook.afterCreate?.(write, record);
    return record;
  });
}

/** Stores a judged draft in place of a record. @param version left out, whatever the version */
export function writeChange(
  services: Services,
  resource: Resource,
  caller: Caller,
  before: EntityRecord,
  draft: Values,
  version: number | undefined,
  operation = 'update',
): Promise<Answer> {
  const hooks = services.actions.hooksOf(resource.model.name);
  const { id } = before;
  return writing(services, resource, caller, { operation, id, before, draft }, async (write, repository) => {
    for (const hook of hooks) await hook.beforeUpdate?.(write as Changing);
    const record = await repository.update(id, write.draft, version, author(caller), operation);
    for (const hook of hooks) await hook.afterUpdate?.(write as Changing, record);
    return record;
  });
}

/** Removes a record that nothing refers to. @throws ApiError 409 IN_USE */
export function writeRemoval(
  services: Services,
  resource: Resource,
  caller: Caller,
  before: EntityRecord,
): Promise<Answer> {
  const hooks = services.actions.hooksOf(resource.model.name);
  const { id } = before;
  const change = { operation: 'delete', id, before, draft: {} };
  return writing(services, resource, caller, change, async (write, repository) => {
    for (const hook of hooks) await hook.beforeDelete?.(write as Changing);
    const usedBy = (await repository.usedBy(id, services.catalog.product.entities)).filter(
      (use) => use.id !== id,
    );
    if (usedBy.length > 0) throw new ApiError(409, 'IN_USE', `${resource.model.title} is in use`, { usedBy });
    const record = await repository.remove(id, author(caller));
    for (const hook of hooks) await hook.afterDelete?.(write as Changing);
    return record;
  });
}
