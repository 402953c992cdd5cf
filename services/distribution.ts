import type { ProductModel } from '../schemas/model/types.ts';
import { storedRollups } from './engine/storage/events/grains.ts';
import { dictionaryName } from './engine/storage/events/bitmapTables.ts';
import { rollupTableNames } from './engine/storage/events/rollupTables.ts';
import { liveFields, liveTableName } from './engine/storage/liveFields.ts';
import { tableName } from './engine/storage/sql.ts';

/** What rows of a database on several nodes are distributed by. Rows with the same value of a key lie on the same node. */
export type DistributionKey = 'person' | 'channel' | 'broadcast' | 'day';

/** Where the rows of a table would be in a database on several nodes. */
export type Distribution =
  /** Distributed: a statement that compares one of the columns is answered by the nodes that have these values. */
  | { by: DistributionKey; columns: readonly string[]; why: string }
  /** Small and read beside everything else: a copy on each node, which Citus calls a reference table. */
  | { referenceTable: string }
  /** Whole on one node, the one that is asked first. */
  | { singleNode: string };

const person = (columns: string[], why: string): Distribution => ({ by: 'person', columns, why });
const channel = (why: string): Distribution => ({ by: 'channel', columns: ['channel'], why });
const broadcast = (why: string): Distribution => ({ by: 'broadcast', columns: ['campaign'], why });
const day = (columns: string[], why: string): Distribution => ({ by: 'day', columns, why });
const referenceTable = (why: string): Distribution => ({ referenceTable: why });
const singleNode = (why: string): Distribution => ({ singleNode: why });

const WRITTEN_BY_TEAM = referenceTable('made by the team: some thousands, read beside most of the rest');
const BOUNDED = singleNode(
  'as many as the team makes or as a limit of time leaves; nobody asks for it beside people',
);
const KEPT_FOR_A_TIME = referenceTable(
  'as many as a limit of time leaves; written beside their history, listed whole',
);
const SIGN_IN = singleNode('of the members alone, in the transaction of a sign-in');
const OF_INSTALLATION = singleNode('one row, or a few, of the installation');

/** Tables of entities, with the facts beside them, by entity. A new entity needs a line here. */
export const ENTITY_DISTRIBUTION: Readonly<Record<string, Distribution>> = {
  profile: person(
    ['id'],
    'everything about one person is on one node; a channel alone may have half of all people',
  ),
  message: day(
    ['created_at'],
    'read by stretches of time, and deleted by the month; its parts, a month each, go to nodes as they are',
  ),
  campaign: WRITTEN_BY_TEAM,
  channel: WRITTEN_BY_TEAM,
  'chat-ad': WRITTEN_BY_TEAM,
  'chat-logic': WRITTEN_BY_TEAM,
  entity: WRITTEN_BY_TEAM,
  flow: WRITTEN_BY_TEAM,
  intent: WRITTEN_BY_TEAM,
  mapper: WRITTEN_BY_TEAM,
  member: WRITTEN_BY_TEAM,
  'message-template': WRITTEN_BY_TEAM,
  network: WRITTEN_BY_TEAM,
  'rich-menu': WRITTEN_BY_TEAM,
  'rich-menu-link': WRITTEN_BY_TEAM,
  segment: WRITTEN_BY_TEAM,
  team: WRITTEN_BY_TEAM,
  template: WRITTEN_BY_TEAM,
  'test-sentence': WRITTEN_BY_TEAM,
  variable: WRITTEN_BY_TEAM,
  workspace: WRITTEN_BY_TEAM,
  'missed-sentence': KEPT_FOR_A_TIME,
  notice: KEPT_FOR_A_TIME,
  report: KEPT_FOR_A_TIME,
};

/** Tables that no schema describes. A new table needs a line here. */
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
  backup_state: OF_INSTALLATION,
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
  service_process: OF_INSTALLATION,
  outbound_certificate: OF_INSTALLATION,
  record_schema: OF_INSTALLATION,
  record_rollup: referenceTable('read with every reading of a roll-up'),
  record_key: OF_INSTALLATION,
  record_upkeep: OF_INSTALLATION,
  schema_migration: OF_INSTALLATION,
  schema_release: OF_INSTALLATION,
  write_position: singleNode('where replicas are read: one row for each member'),
  bot_classifier: OF_INSTALLATION,
  bot_training: OF_INSTALLATION,
  exchange_file: BOUNDED,
  exchange_import: BOUNDED,
  exchange_import_fault: BOUNDED,
  stored_file: BOUNDED,
  remote_picture: BOUNDED,
  file_allowance: BOUNDED,
  list_view: BOUNDED,
  list_preference: BOUNDED,
  user_pool_attempts: SIGN_IN,
  user_pool_calls: SIGN_IN,
  user_pool_challenges: SIGN_IN,
  user_pool_codes: SIGN_IN,
  user_pool_keys: SIGN_IN,
  user_pool_known_addresses: SIGN_IN,
  user_pool_retired_names: SIGN_IN,
  user_pool_sessions: SIGN_IN,
  user_pool_users: SIGN_IN,
};

const ROLLUP = day(
  ['$bucket'],
  'counts and sets of one hour, day or month, written with the events of that time',
);
const NUMBERS = referenceTable(
  'one number for each person who ever wrote, joined with the sets of every day; given out by one process at a time',
);

/** The distribution of every table of a product, by its name; partitions are told of by `parentOf`. */
export function distributionOf({ entities }: Pick<ProductModel, 'entities'>): Map<string, Distribution> {
  const tables = new Map(Object.entries(TABLE_DISTRIBUTION));
  for (const model of entities) {
    const own = ENTITY_DISTRIBUTION[model.name];
    if (!own) continue;
    tables.set(tableName(model.name), own);
    if (liveFields(model).length > 0) tables.set(liveTableName(model.name), own);
    for (const rollup of storedRollups(model)) {
      for (const name of rollupTableNames(model, rollup)) tables.set(name, ROLLUP);
      for (const field of rollup.distinct) tables.set(dictionaryName(model.name, field), NUMBERS);
    }
  }
  return tables;
}

/** The table that a part of a month belongs to; any other table itself. */
export const parentOf = (table: string): string => table.replace(/_p\d{6}$/, '');
