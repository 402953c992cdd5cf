import type { Services } from './services.ts';
import { SYSTEM } from './write/actor.ts';
import { type NotifiedEvent, notifyPeople } from './write/notices.ts';
import { Records } from './write/records.ts';
import type { UnitOfWork } from './write/unitOfWork.ts';

/**
 * Sends notices about an event of an entity as its `notify` says, in the given transaction. The entity's module declares
 * the event in `notifyEvents`.
 */
export async function notifyOfEvent(
  services: Services,
  unit: UnitOfWork,
  entity: string,
  event: NotifiedEvent,
): Promise<void> {
  const resource = services.catalog.find(entity);
  if (!resource) return;
  await notifyPeople(
    {
      ...{ services, model: resource.model, actor: SYSTEM, unit },
      writer: (notices) => new Records(services, notices, SYSTEM, unit),
    },
    event,
  );
}
