import { expect, it } from 'vitest';
import { successMessage } from './successMessage.ts';

const OPEN = { label: 'Open again', success: 'Open again[. {{stays}}]' };

it.each([
  ['uses the success text of the schema', { label: 'Send', success: 'Sent' }, [{}], 'Sent'],
  ['names an action without a success text', { label: 'Send' }, [{}], 'Send: done'],
  ['drops a part whose placeholder is empty', OPEN, [{}], 'Open again'],
  [
    'fills in the values of the record',
    OPEN,
    [{ stays: 'Its sample stays' }],
    'Open again. Its sample stays',
  ],
  [
    'uses the longest text of several records',
    OPEN,
    [{}, { stays: 'One stays' }, {}],
    'Open again. One stays',
  ],
  ['drops the placeholders without any record', OPEN, [], 'Open again'],
])('%s', (_, action, records, message) => {
  expect(successMessage(action, records)).toBe(message);
});
