import type { RichMenuLink } from '../../../schemas/generated/types.ts';
import type { Services } from '../../engine/resources/services.ts';
import { updateLiveFields } from '../../engine/resources/write/updateLiveFields.ts';
import { runInTransaction } from '../../engine/resources/write/transaction.ts';
import type { Queryable } from '../../engine/storage/database.ts';

interface LineState {
  lineState: NonNullable<RichMenuLink['lineState']>;
  /** Error for people; null if there is none. */
  lineFault: string | null;
}

/** Updates the LINE state of links, in the transaction of the change that causes it. */
export const updateLineState = (
  tx: Queryable,
  { catalog }: Services,
  ids: readonly string[],
  facts: LineState,
): Promise<void> =>
  updateLiveFields(
    { db: tx as Services['db'], catalog },
    'rich-menu-link',
    ids.map((id) => ({ id, values: { ...facts } })),
  );

/** Updates the LINE state of links, and publishes it to open consoles. */
export async function publishLineState(
  services: Services,
  ids: readonly string[],
  facts: LineState,
): Promise<void> {
  if (ids.length === 0) return;
  await runInTransaction(services, async ({ tx, liveChanges }) => {
    await updateLineState(tx, services, ids, facts);
    for (const id of ids)
      liveChanges.push({ entity: 'rich-menu-link', id, version: null, by: null, entityOnly: true });
  });
}
