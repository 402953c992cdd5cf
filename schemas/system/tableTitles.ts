import { messages } from '../texts/translate.ts';

/** What tables hold that no schema describes, by the beginnings of their names; the longest that fits holds. */
const TITLES = messages({
  backup: 'Backups',
  bot: 'Training of the bot',
  broadcast: 'Broadcasts: recipients and progress',
  channel: 'Channels: counts and limits',
  conversation: 'Conversations under way',
  exchange: 'Imports and exports',
  file: 'Files',
  job: 'Background work',
  journey: 'User journey',
  line: 'Rich menus at the platform',
  list: 'Views of lists',
  outbound: 'Other hosts',
  record_event: 'Audit log',
  record_history: 'History of records',
  record_reference: 'Where records are used',
  record: 'Upkeep of records',
  remote: 'Pictures of people',
  request: 'Requests of the last day',
  schema: 'Versions of the schema',
  service: 'Processes',
  stored: 'Files',
  user_pool: 'Sign-in',
  webchat: 'Web chat',
  webhook: 'Webhooks received',
  write: 'Replica',
});

/**
 * What a table holds, in English: records of an entity with what is counted of them, or what the services need. A
 * table that nobody named goes by its own name.
 * @param written as the database writes it, in quotes where it has to
 * @param entities names of the tables of entities, with what their records are called
 */
export function tableTitle(written: string, entities: ReadonlyMap<string, string>): string {
  const table = written.replaceAll('"', '');
  const own = longest(table, entities.keys(), (name) => table.startsWith(`${name}_`));
  if (own !== undefined) return entities.get(own) ?? own;
  const begin = longest(table, Object.keys(TITLES), (name) => table.startsWith(`${name}_`));
  return begin === undefined ? table : (TITLES[begin as keyof typeof TITLES] ?? table);
}

/** The longest of the names that is the table's own, or that it begins with. */
function longest(
  table: string,
  names: Iterable<string>,
  begins: (name: string) => boolean,
): string | undefined {
  return [...names]
    .filter((name) => name === table || begins(name))
    .toSorted((a, b) => b.length - a.length)[0];
}
