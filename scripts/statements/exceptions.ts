/** Statements of one file that may ask every node, or several kinds of them, and why. */
export interface Exception {
  /** The file that sends them. */
  from: string;
  /** Distributed tables of which they do not say which rows. */
  allShardTables?: readonly string[];
  /** Different keys of what they join. */
  crossKeyJoin?: string;
  why: string;
}

const PEOPLE = ['entity_profile', 'entity_profile_facts'];

/** Everything that may cross nodes. What is not here must name its channel, person, broadcast or day. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    from: 'services/engine/resources/repository.ts',
    allShardTables: [...PEOPLE, 'entity_message'],
    crossKeyJoin: 'day, person',
    why: 'A page of a list: each node reads its first rows in the order of an index, and 20 of them are kept. Counts are of all people, and said to be so.',
  },
  {
    from: 'services/engine/exchange/export/rows.ts',
    allShardTables: PEOPLE,
    crossKeyJoin: 'day, person',
    why: 'An export is of all people that the list shows: a job that reads every node once.',
  },
  {
    from: 'services/engine/resources/bulk.ts',
    allShardTables: PEOPLE,
    why: 'An action on everything that a list shows finds at most 10,000 of it, like an export.',
  },
  {
    from: 'services/engine/resources/personVariables.ts',
    allShardTables: ['entity_profile'],
    why: 'Which of some names any person has: asked when a text that names them is saved.',
  },
  {
    from: 'services/engine/resources/openSecretBox.ts',
    allShardTables: ['record_history'],
    why: 'At a start with a new key, of entities with secrets: a few hundred rows.',
  },
  {
    from: 'services/engine/resources/referrers.ts',
    allShardTables: ['record_reference'],
    why: 'Who refers to a record is asked by the other end of the line: an index on each node, answers of a few rows.',
  },
  {
    from: 'services/engine/resources/write/references.ts',
    allShardTables: ['record_reference'],
    why: 'The same before a record is deleted.',
  },
  {
    from: 'services/products/conversations/actionIndex.ts',
    allShardTables: ['record_reference'],
    why: 'The same for a button of a message, kept in memory afterwards.',
  },
  {
    from: 'services/engine/storage/derivedData.ts',
    allShardTables: ['entity_profile'],
    why: 'What follows from records is made anew after a change of schemas: everything is read once, 1,000 at a time.',
  },
  {
    from: 'services/engine/storage/materializedFields.ts',
    allShardTables: ['entity_profile'],
    why: 'Columns beside records are filled once after a change of schemas, 5,000 at a time.',
  },
  {
    from: 'services/engine/storage/referenceIndex.ts',
    allShardTables: ['record_reference', 'record_history'],
    why: 'Lines of references are made anew once after a change of schemas.',
  },
  {
    from: 'services/engine/resources/deletedRecords.ts',
    allShardTables: ['record_history', 'entity_profile'],
    why: 'What was deleted lately, in the order of time: each node gives its first rows by a partial index.',
  },
  {
    from: 'services/engine/resources/undelete.ts',
    allShardTables: ['record_history'],
    why: 'What went together with a record is found by its cause, which has an index on each node.',
  },
  {
    from: 'services/products/campaigns/audience.ts',
    allShardTables: [...PEOPLE, 'webchat_session', 'entity_message__reached__profile'],
    crossKeyJoin: 'broadcast, day, person',
    why: 'Who gets a broadcast is asked of all people, in the order of their ids and 500 at a time: each node gives its next 500.',
  },
  {
    from: 'services/products/campaigns/progress.ts',
    crossKeyJoin: 'broadcast, person',
    why: 'Names beside at most 10,000 people who did not get it, looked up by their ids.',
  },
  {
    from: 'services/products/campaigns/approval.ts',
    allShardTables: ['broadcast_snapshot'],
    why: 'What is left over of broadcasts that are gone: a job of the night, a row for each broadcast.',
  },
  {
    from: 'services/products/campaigns/checks/repeated.ts',
    allShardTables: ['broadcast_run', 'broadcast_snapshot'],
    why: 'Whether the same was sent lately: asked before a broadcast goes, a row for each broadcast.',
  },
  {
    from: 'services/engine/storage/deleteRows.ts',
    allShardTables: ['broadcast_recipient'],
    why: 'Rows of which a subquery has named the broadcast go by where they lie; a server that moves rows between nodes wants the condition a second time.',
  },
  {
    from: 'services/products/campaigns/deleteRecipients.ts',
    allShardTables: ['broadcast_run', 'broadcast_recipient'],
    why: 'Which broadcasts are so old that their recipients go: a job of the night. The recipients go broadcast by broadcast.',
  },
  {
    from: 'services/products/campaigns/figures.ts',
    allShardTables: ['broadcast_run'],
    why: 'Which broadcasts a platform is asked about: a row for each of the last 14 days.',
  },
  {
    from: 'services/products/campaigns/run.ts',
    allShardTables: ['broadcast_run'],
    why: 'Which broadcasts are under way: at a start, a row for each broadcast.',
  },
  {
    from: 'services/products/campaigns/store.ts',
    allShardTables: ['broadcast_run'],
    why: "How many of a month's names for counting a channel has used: when a broadcast begins.",
  },
  {
    from: 'services/products/conversations/completeInboundBatch.ts',
    allShardTables: ['conversation_inbound', 'conversation_outbound'],
    why: 'Rows by their ids, beside the people that they belong to: these could be named too (docs/scaling.md).',
  },
  {
    from: 'services/products/conversations/deliver.ts',
    allShardTables: ['conversation_outbound'],
    why: 'The same.',
  },
  {
    from: 'services/products/conversations/outbox.ts',
    allShardTables: ['conversation_outbound'],
    why: 'The same.',
  },
  {
    from: 'services/products/conversations/leases.ts',
    allShardTables: ['conversation'],
    why: 'Whose turn it is: each node gives what is due there by its partial index; one process at a time needs 50. On many nodes each process should ask one of them.',
  },
  {
    from: 'services/products/conversations/inbound/people.ts',
    allShardTables: ['conversation', 'entity_profile'],
    why: "A platform names a person by channel and its own id, and the person's id is found by these. It follows from them nowhere: see docs/scaling.md.",
  },
  {
    from: 'services/channels/webchat/sessions.ts',
    allShardTables: ['webchat_session'],
    why: 'A visitor shows a secret and not an id: one row by its unique index.',
  },
  {
    from: 'services/products/dashboard/friends.ts',
    allShardTables: ['channel_follower_count'],
    why: 'Followers of all channels in some days: a row for each channel and day.',
  },
  {
    from: 'services/products/dashboard/journey/readJourney.ts',
    allShardTables: ['entity_message', 'entity_profile_facts'],
    crossKeyJoin: 'day, person',
    why: 'Journeys of the people of a segment bring days and people together: the days read in full, people by their narrow rows.',
  },
  {
    from: 'services/products/reports/kinds.ts',
    allShardTables: ['record_history'],
    why: 'How many links were added, switched on and removed in some days: a report, by the time.',
  },
  {
    from: 'services/products/richMenus/menuDifferences.ts',
    allShardTables: PEOPLE,
    crossKeyJoin: 'channel, person',
    why: 'Everybody of a channel is compared with the menu that they were given, a page of people at a time.',
  },
  {
    from: 'services/products/segments/members.ts',
    allShardTables: [...PEOPLE, 'entity_message__taps__profile', 'entity_message__by_person'],
    crossKeyJoin: 'day, person',
    why: 'A segment is counted among all people: each node counts its own, and the counts are added up.',
  },
  {
    from: 'services/products/segments/segmentsOfPerson.ts',
    allShardTables: [
      'entity_message__by_person',
      'entity_message__taps',
      'entity_message__taps__profile',
      'entity_message__reached',
      'entity_message__reached__profile',
    ],
    why: 'What one person did in all months: months are stepped through, a look-up by the whole key in each.',
  },
];
