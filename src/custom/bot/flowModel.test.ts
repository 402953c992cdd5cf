import { expect, it } from 'vitest';
import { type DraftAction, runsOf } from './flowModel.ts';

const action = (name: string, next?: string): DraftAction => ({ name, ...(next !== undefined && { next }) });
const told = (actions: (DraftAction | null)[]) =>
  runsOf(actions).map((run) =>
    run.map(({ action: { name }, back, missing }) => [name, back ?? missing].filter(Boolean).join(' > ')),
  );

it('follows a flow from its first action, and begins again with what nothing before leads to', () => {
  const flow = [
    action('look_up', 'to_staff'),
    action('cancel', 'to_staff'),
    action('to_staff'),
    action('refund'),
  ];
  expect(told(flow)).toEqual([['look_up', 'to_staff'], ['cancel > to_staff'], ['refund']]);
});

it('ends where it comes back to an action, or names one that is not there', () => {
  expect(told([action('ask', 'check'), action('check', 'ask')])).toEqual([['ask', 'check > ask']]);
  expect(told([action('ask', 'gone')])).toEqual([['ask > gone']]);
});

it('takes actions that are not filled in yet', () => {
  expect(told([null, {}])).toEqual([[''], ['']]);
  expect(runsOf([])).toEqual([]);
});
