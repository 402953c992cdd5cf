import type { Services } from '../../engine/resources/services.ts';
import { notifyOfEvent } from '../../engine/resources/notifyOfEvent.ts';
import type { UnitOfWork } from '../../engine/resources/write/unitOfWork.ts';

/** A broadcast waits that should go out by now. */
export const HELD_UP = 'held-up';

/** Tells of a broadcast that waits, and why: once since it was due, however often it has to wait. */
export async function tellHeldUp(
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
    event: HELD_UP,
    record,
    dedupeSince: since.toISOString(),
  });
}
