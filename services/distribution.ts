import type { ProductModel } from '../schemas/model/types.ts';
import { storedRollups } from './engine/storage/events/grains.ts';
import { dictionaryName } from './engine/storage/events/bitmapTables.ts';
import { rollupTableNames } from './engine/storage/events/rollupTables.ts';
import { liveFields, liveTableName } from './engine/storage/liveFields.ts';
import { tableName } from './engine/storage/sql.ts';

/** Distribution keys for a database on several nodes. Rows with the same value of a key are on the same node. */
export type DistributionKey = 'person' | 'channel' | 'broadcast' | 'day';

/** How a table would be distributed in a database on several nodes. */
export type Distribution =
  /** Distributed: a statement that compares one of the columns runs on the nodes with these values. */
  | { by: DistributionKey; columns: readonly string[]; why: string }
  /** Small and joined with everything: a copy on each node (a reference table in Citus). */
  | { referenceTable: string }
  /** On one node, the coordinator. */
  | { singleNode: string };

const person = (columns: string[], why: string): Distribution => ({ by: 'person', columns, why });
const channel = (why: string): Distribution => ({ by: 'channel', columns: ['channel'], why });
const broadcast = (why: string): Distribution => ({ by: 'broadcast', columns: ['campaign'], why });
const day = (columns: string[], why: string): Distribution => ({ by: 'day', columns, why });
const referenceTable = (why: string): Distribution => ({ referenceTable: why });
const singleNode = (why: string): Distribution => ({ singleNode: why });

const TEAM_RECORDS = referenceTable('made by the team: some thousands, read beside most of the rest');
const BOUNDED_TABLE = singleNode(
  'as many as the team makes or as a limit of time leaves; nobody asks for it beside people',
);
const RETAINED_RECORDS = referenceTable(
  'as many as a limit of time leaves; written beside their history, listed whole',
);
const SIGN_IN_TABLE = singleNode('of the members alone, in the transaction of a sign-in');
const INSTALLATION_TABLE = singleNode('one row, or a few, of the installation');

/** Tables of entities, with their live tables, by entity. A new entity needs a line here. */
export const ENTITY_DISTRIBUTION: Readonly<Record<string, Distribution>> = {
  profile: person(
    ['id'],
    'everything about one person is on one node; a channel alone may have half of all people',
  ),
  message: day(
    ['created_at'],
    'read by stretches of time, and deleted by the month; its parts, a month each, go to nodes as they are',
  ),
  campaign: TEAM_RECORDS,
  channel: TEAM_RECORDS,
  'chat-ad': TEAM_RECORDS,
  'chat-logic': TEAM_RECORDS,
  entity: TEAM_RECORDS,
  flow: TEAM_RECORDS,
  intent: TEAM_RECORDS,
  mapper: TEAM_RECORDS,
  member: TEAM_RECORDS,
  'message-template': TEAM_RECORDS,
  network: TEAM_RECORDS,
  'rich-menu': TEAM_RECORDS,
  'rich-menu-link': TEAM_RECORDS,
  segment: TEAM_RECORDS,
  team: TEAM_RECORDS,
  template: TEAM_RECORDS,
  'test-sentence': TEAM_RECORDS,
  variable: TEAM_RECORDS,
  workspace: TEAM_RECORDS,
  'missed-sentence': RETAINED_RECORDS,
  notice: RETAINED_RECORDS,
  report: RETAINED_RECORDS,
};

/** Tables without a schema. A new table needs a line here. */
const TABLE_DISTRIBUTION: Readonly<Record<string, Distribution>> = {
  conversation: person(['profile'], 'the state of one person, taken and given back by its row'),
  conversation_inbound: person(
    ['profile'],
    'refers to the conversation, in whose transaction it is worked on',
  ),
  conversation_outbound: person(['profile'], 'refers to the conversation, in whose transaction it is sent'),
  conversation_event: person(
    ['id'],
    "known by the event's id, which follows from channel and key; nothing else is asked",
  ),
  webchat_session: person(['id'], 'a visitor is a person that has no profile yet'),
  webchat_message: person(['session'], 'refers to the session'),
  record_history: person(['record_id'], "by the record, so a person's history lies beside the person"),
  record_reference: person(
    ['from_id'],
    'by the record that refers, in whose statement the lines are written',
  ),
  line_rich_menu: channel('menus of one channel'),
  line_rich_menu_person: channel('compared with the menus of the channel, which has the limit of calls'),
  channel_follower_count: channel('a row for each channel and day'),
  channel_friend_import: channel('one row for each channel'),
  channel_pace: channel('one row that all calls of a channel lock'),
  webhook_seen: channel('a few rows for each channel'),
  broadcast_run: broadcast('what everything else of a broadcast refers to'),
  broadcast_part: broadcast('refers to the broadcast and is claimed beside its row'),
  broadcast_recipient: broadcast(
    'refers to the broadcast; a part is read, called and counted in one transaction',
  ),
  backup_state: INSTALLATION_TABLE,
  broadcast_place: singleNode('compared with the other broadcasts of the hour; one row for each that waits'),
  broadcast_moment: broadcast('the story of one broadcast'),
  broadcast_snapshot: broadcast('one row for each broadcast'),
  broadcast_tested: broadcast('one row for each broadcast'),
  broadcast_earlier: broadcast('one row for each broadcast'),
  broadcast_test: singleNode('the test sends of one day, counted by sender'),
  record_event: day(['at'], 'sign-ins and the like, read by the newest first'),
  journey_span: day(['begin_at', 'end_at'], 'which hours and days were followed'),
  journey_answer: day(['created_at'], 'follows from the messages of the same day'),
  journey_sum: day(['bucket'], 'one day or month of it'),
  job_run: singleNode('one queue, claimed in its order; jobs are parts of 500 people and not people'),
  request_key: singleNode('keys of the last day, one small row for each'),
  service_process: INSTALLATION_TABLE,
  outbound_certificate: INSTALLATION_TABLE,
  record_schema: INSTALLATION_TABLE,
  record_rollup: referenceTable('read with every reading of a roll-up'),
  record_key: INSTALLATION_TABLE,
  record_upkeep: INSTALLATION_TABLE,
  schema_migration: INSTALLATION_TABLE,
  schema_release: INSTALLATION_TABLE,
  write_position: singleNode('where replicas are read: one row for each member'),
  bot_classifier: INSTALLATION_TABLE,
  bot_training: INSTALLATION_TABLE,
  exchange_file: BOUNDED_TABLE,
  exchange_import: BOUNDED_TABLE,
  exchange_import_fault: BOUNDED_TABLE,
  stored_file: BOUNDED_TABLE,
  remote_picture: BOUNDED_TABLE,
  file_allowance: BOUNDED_TABLE,
  list_view: BOUNDED_TABLE,
  list_preference: BOUNDED_TABLE,
  user_pool_attempts: SIGN_IN_TABLE,
  user_pool_calls: SIGN_IN_TABLE,
  user_pool_challenges: SIGN_IN_TABLE,
  user_pool_codes: SIGN_IN_TABLE,
  user_pool_keys: SIGN_IN_TABLE,
  user_pool_known_addresses: SIGN_IN_TABLE,
  user_pool_retired_names: SIGN_IN_TABLE,
  user_pool_sessions: SIGN_IN_TABLE,
  user_pool_users: SIGN_IN_TABLE,
};

const ROLLUP_TABLE = day(
  ['$bucket'],
  'counts and sets of one hour, day or month, written with the events of that time',
);
const DICTIONARY_TABLE = referenceTable(
  'one number for each person who ever wrote, joined with the sets of every day; given out by one process at a time',
);

/** The distribution of every table of a product, by its name; `parentOf` finds the table of a partition. */
export function mapDistributions({ entities }: Pick<ProductModel, 'entities'>): Map<string, Distribution> {
  const tables = new Map(Object.entries(TABLE_DISTRIBUTION));
  for (const model of entities) {
    const own = ENTITY_DISTRIBUTION[model.name];
    if (!own) continue;
    tables.set(tableName(model.name), own);
    if (liveFields(model).length > 0) tables.set(liveTableName(model.name), own);
    for (const rollup of storedRollups(model)) {
      for (const name of rollupTableNames(model, rollup)) tables.set(name, ROLLUP_TABLE);
      for (const field of rollup.distinct) tables.set(dictionaryName(model.name, field), DICTIONARY_TABLE);
    }
  }
  return tables;
}

/** The table of a monthly partition; any other table itself. */
export const parentTable = (table: string): string => table.replace(/_p\d{6}$/, '');
