import { messages } from '../texts/translate.ts';

/** Titles of tables without a schema, by prefix of their names; the longest prefix wins. */
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
  record_reference: 'Links between records',
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
 * A table's title in English: of an entity's table, or by `TITLES`; otherwise its name.
 * @param quotedName as the database writes it, quoted where necessary
 * @param entities titles of entities by table
 */
export function tableTitle(quotedName: string, entities: ReadonlyMap<string, string>): string {
  const table = quotedName.replaceAll('"', '');
  const entityTable = longestPrefix(table, entities.keys(), (name) => table.startsWith(`${name}_`));
  if (entityTable !== undefined) return entities.get(entityTable) ?? entityTable;
  const prefix = longestPrefix(table, Object.keys(TITLES), (name) => table.startsWith(`${name}_`));
  return prefix === undefined ? table : (TITLES[prefix as keyof typeof TITLES] ?? table);
}

/** The longest of the names that equals the table's or is a prefix of it. */
function longestPrefix(
  table: string,
  names: Iterable<string>,
  begins: (name: string) => boolean,
): string | undefined {
  return [...names]
    .filter((name) => name === table || begins(name))
    .toSorted((a, b) => b.length - a.length)[0];
}
