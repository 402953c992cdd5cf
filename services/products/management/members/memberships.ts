import type { RecordWrite } from '../../../engine/resources/actions.ts';
import { lockRule } from '../locks.ts';

/** Puts a new member into the default team, where there is one with room. */
export async function joinDefaultTeam({ catalog, tx, id, records }: RecordWrite): Promise<void> {
  const teams = catalog.typed('team');
  if (!teams) return;
  const room = teams.model.fields.find((field) => field.name === 'members')?.maxItems ?? Infinity;
  const [team] = await teams.within(tx).list({ take: 1, where: [{ default: true }] });
  if (!team || (team.members ?? []).length >= room) return;
  await records('team').change(team.id, (stored) => ({
    ...stored,
    members: [...new Set([...(stored.members ?? []), id])],
  }));
}

/** Only one team is the default one: the others cease to be. */
export async function keepOneDefault({
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
    .typed('team')
    ?.within(tx)
    .list({ take: 100, where: [{ default: true, id: { ne: id } }] });
  for (const other of others ?? [])
    await records('team').change(other.id, (stored) => ({ ...stored, default: false }), { rules: 'pass' });
}
