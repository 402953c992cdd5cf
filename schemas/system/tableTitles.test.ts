import { expect, it } from 'vitest';
import { tableTitle } from './tableTitles.ts';

const entities = new Map([['entity_message', 'Messages']]);

it.each([
  ['entity_message', 'Messages'],
  ['"entity_message__messages.day"', 'Messages'],
  ['record_event', 'Audit log'],
  ['record_event_2026', 'Audit log'],
  ['somebody_elses', 'somebody_elses'],
])('%s holds %s', (table, title) => expect(tableTitle(table, entities)).toBe(title));
