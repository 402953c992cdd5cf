import type { Services } from '../../engine/resources/services.ts';
import { notifyOfEvent } from '../../engine/resources/notifyOfEvent.ts';
import type { UnitOfWork } from '../../engine/resources/write/unitOfWork.ts';

/** Event: a broadcast that is due has to wait. */
export const HELD_UP_EVENT = 'held-up';

/** Notifies that a broadcast is held up, and why: once per due time, however often it has to wait. */
export async function notifyHeldUp(
  services: Services,
  unit: UnitOfWork,
  id: string,
  heldUpBy: string,
  since: Date,
): Promise<void> {
  const campaign = await services.catalog.require('campaign').repository.within(unit.tx).find(id);
  if (!campaign) return;
  const record = { ...campaign, heldUpBy };
  await notifyOfEvent(services, unit, 'campaign', {
    event: HELD_UP_EVENT,
    record,
    dedupeSince: since.toISOString(),
  });
}
