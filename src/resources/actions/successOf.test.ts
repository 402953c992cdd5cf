import { expect, it } from 'vitest';
import { successOf } from './successOf.ts';

const OPEN = { label: 'Open again', success: 'Open again[. {{stays}}]' };

it.each([
  ['says what it says of every record', { label: 'Send', success: 'Sent' }, [{}], 'Sent'],
  ['names the action that says nothing', { label: 'Send' }, [{}], 'Send: done'],
  ['leaves out what the record has nothing for', OPEN, [{}], 'Open again'],
  ['names what the record has', OPEN, [{ stays: 'Its sample stays' }], 'Open again. Its sample stays'],
  ['says of several records what some have', OPEN, [{}, { stays: 'One stays' }, {}], 'Open again. One stays'],
  ['says nothing of records that it does not know', OPEN, [], 'Open again'],
])('%s', (_, action, records, said) => {
  expect(successOf(action, records)).toBe(said);
});
