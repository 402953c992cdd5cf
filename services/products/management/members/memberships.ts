import type { RecordWrite } from '../../../engine/resources/actions.ts';
import { lockRule } from '../locks.ts';

/** Adds a new member to the default team, where it has room. */
export async function joinDefaultTeam({ catalog, tx, id, records }: RecordWrite): Promise<void> {
  const teams = catalog.repository('team');
  if (!teams) return;
  const room = teams.model.fields.find((field) => field.name === 'members')?.maxItems ?? Infinity;
  const [team] = await teams.within(tx).list({ take: 1, where: [{ default: true }] });
  if (!team || (team.members ?? []).length >= room) return;
  await records('team').change(team.id, (stored) => ({
    ...stored,
    members: [...new Set([...(stored.members ?? []), id])],
  }));
}

/** Makes a new default team the only one. */
export async function clearOtherDefaults({
  draft,
  before,
  tx,
  catalog,
  id,
  records,
}: RecordWrite): Promise<void> {
  if (draft['default'] !== true || before?.['default'] === true) return;
  await lockRule(tx, 'default team');
  const others = await catalog
    .repository('team')
    ?.within(tx)
    .list({ take: 100, where: [{ default: true, id: { ne: id } }] });
  for (const other of others ?? [])
    await records('team').change(other.id, (stored) => ({ ...stored, default: false }), {
      validation: 'skip',
    });
}
