import { expect, it } from 'vitest';
import { type DraftAction, buildRuns } from './flowModel.ts';

const action = (name: string, next?: string): DraftAction => ({ name, ...(next !== undefined && { next }) });
const describeSteps = (actions: (DraftAction | null)[]) =>
  buildRuns(actions).map((run) =>
    run.map(({ action: { name }, back, missing }) => [name, back ?? missing].filter(Boolean).join(' > ')),
  );

it('follows a flow from its first action, then from each action that nothing leads to', () => {
  const flow = [
    action('look_up', 'to_staff'),
    action('cancel', 'to_staff'),
    action('to_staff'),
    action('refund'),
  ];
  expect(describeSteps(flow)).toEqual([['look_up', 'to_staff'], ['cancel > to_staff'], ['refund']]);
});

it('ends where it returns to an action, or refers to a missing one', () => {
  expect(describeSteps([action('ask', 'check'), action('check', 'ask')])).toEqual([['ask', 'check > ask']]);
  expect(describeSteps([action('ask', 'gone')])).toEqual([['ask > gone']]);
});

it('accepts incomplete actions', () => {
  expect(describeSteps([null, {}])).toEqual([[''], ['']]);
  expect(buildRuns([])).toEqual([]);
});
