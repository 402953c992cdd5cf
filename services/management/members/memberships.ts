import type { EntityModel } from '../../../schemas/model/types.ts';
import type { Write } from '../../resources/actions.ts';
import { Repository } from '../../resources/repository.ts';
import { lockRule } from '../locks.ts';

/** Puts a new member into the default team, where there is one with room. */
export async function joinDefaultTeam({ catalog, tx, id, author }: Write): Promise<void> {
  const teams = catalog.named('team');
  const room = teams?.model.fields.find((field) => field.name === 'members')?.maxItems ?? Infinity;
  if (!teams) return;
  const repository = teams.repository.within(tx);
  const [team] = await repository.list({ take: 1, where: [{ default: true }] });
  if (!team || idsIn(team['members']).length >= room) return;
  await repository.modify(
    team.id,
    (record) => ({ ...record, members: [...new Set([...idsIn(record['members']), id])] }),
    author,
  );
}

/** Takes a member out of every list of people, such as teams; a single reference still keeps the member. */
export async function leaveLists({ catalog, tx, id, author, model }: Write): Promise<void> {
  for (const other of catalog.product.entities.filter(({ source }) => source === 'table')) {
    const fields = listsOf(model.name, other);
    if (fields.length === 0) continue;
    const repository = new Repository(tx, other);
    const where = [{ any: fields.map((field) => ({ [field]: { contains: id } })) }];
    for (;;) {
      const records = await repository.list({ take: 100, where });
      for (const record of records) {
        const left = fields.map((field) => [field, idsIn(record[field]).filter((one) => one !== id)]);
        await repository.update(
          record.id,
          { ...record, ...Object.fromEntries(left) },
          record.version,
          author,
        );
      }
      if (records.length < 100) break;
    }
  }
}

/** Only one team is the default one: the others cease to be. */
export async function keepOneDefault(write: Write): Promise<void> {
  const { draft, before, tx, model, id, author } = write;
  if (draft['default'] !== true || before?.['default'] === true) return;
  await lockRule(tx, 'default team');
  const repository = new Repository(tx, model);
  const others = await repository.list({ take: 100, where: [{ default: true, id: { ne: id } }] });
  for (const other of others)
    await repository.modify(other.id, (record) => ({ ...record, default: false }), author);
}

function listsOf(entity: string, model: EntityModel): string[] {
  return model.fields
    .filter((field) => field.type === 'references' && field.reference?.entity === entity)
    .map((field) => field.name);
}

function idsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}
