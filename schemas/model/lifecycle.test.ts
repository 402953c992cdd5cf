import { describe, expect, it } from 'vitest';
import { permissionsOf } from './access.ts';
import { LIFECYCLE, broadcastSchema, compileBroadcast } from './testLifecycle.ts';
import { actionRefusal, isActionShown, stateRuleRefusal, stateOf } from './lifecycle.ts';
import type { ActionModel, Json, JsonObject } from './types.ts';

const { model, problems, product } = compileBroadcast(broadcastSchema());
const transition = (id: string): ActionModel => model.actions.find((one) => one.id === id) as ActionModel;

describe('a lifecycle', () => {
  it('can say the states of a campaign', () => {
    expect(problems).toEqual([]);
    expect(model.lifecycle).toMatchObject({ field: 'status', initial: 'draft' });
  });

  it('makes each transition an action, offered where records are, but for those of the system', () => {
    expect(transition('schedule')).toMatchObject({
      label: 'Schedule',
      on: ['row', 'bulk', 'record'],
      transition: { from: ['draft'], to: ['scheduled'], by: 'people' },
    });
    expect(transition('call-off').label).toBe('Call off');
    expect(transition('start')).toMatchObject({ on: [], transition: { by: 'system' } });
  });

  it('keeps its field: set to the first state, asked of nobody, read-only to everybody', () => {
    expect(model.fields.find(({ name }) => name === 'status')).toMatchObject({
      readOnly: true,
      required: false,
      default: 'draft',
      mode: { create: 'hidden', edit: 'read' },
    });
    expect(model.schema).toMatchObject({
      required: ['name', 'status'],
      properties: { status: { readOnly: true, default: 'draft' } },
    });
  });

  it('stands in no form that places other fields only', () => {
    const placing = (...fields: string[]) => {
      const content = broadcastSchema() as { 'x-entity': object };
      const own = { ...content, 'x-entity': { ...content['x-entity'], form: { main: [{ fields }] } } };
      return compileBroadcast(own as unknown as Json).model.fields.find(({ name }) => name === 'status')
        ?.mode;
    };
    expect(placing('name', 'size')).toEqual({ create: 'hidden', edit: 'hidden' });
    expect(placing('name', 'status')).toEqual({ create: 'hidden', edit: 'read' });
  });

  it('gives its list tabs over the states, unless the list says otherwise', () => {
    expect(model.list.tabs).toEqual({ by: 'status', all: 'All', allAt: 'start', counts: true });
    expect(
      compileBroadcast(broadcastSchema(LIFECYCLE, { list: { tabs: false } })).model.list.tabs,
    ).toBeUndefined();
  });

  it('gives a right per transition: its own where it names resources, else that of changing records', () => {
    const rights = (role: string): string[] =>
      permissionsOf([role], product.product).actions.map((one) => one.replace('broadcast:', ''));
    expect(rights('campaign.admin')).toEqual(expect.arrayContaining(['schedule', 'call-off', 'retry']));
    expect(rights('campaign.editor')).toContain('schedule');
    expect(rights('campaign.editor')).not.toContain('call-off');
    expect(rights('campaign.moderator')).toEqual(['read', 'call-off']);
    expect(rights('campaign.admin')).not.toContain('start');
  });
});

describe('what is possible with a record', () => {
  it.each([
    ['schedule', { status: 'draft', size: 3 }, undefined],
    ['schedule', { size: 3 }, undefined],
    ['schedule', { status: 'draft', size: 0 }, 'Nobody would get it'],
    [
      'schedule',
      { status: 'executed', size: 3 },
      'Schedule is not possible now: the broadcast is “Executed”',
    ],
    ['fail', { status: 'executing' }, undefined],
    ['retry', { status: 'failed', size: 500 }, 'Retry is not possible now'],
  ])('%s with %o: %s', (id, record, refusal) => {
    expect(actionRefusal(model, transition(id), record)).toBe(refusal);
  });

  it('shows what is possible, and what the schema can explain, but no way out of another state', () => {
    const shown = (record: JsonObject): string[] =>
      model.actions.filter((one) => isActionShown(model, one, record)).map(({ id }) => id);
    expect(shown({ status: 'draft', size: 0 })).toEqual(['schedule']);
    expect(shown({ status: 'failed', size: 500 })).toEqual([]);
    expect(shown({ status: 'scheduled' })).toEqual(['call-off', 'start', 'fail']);
  });

  it('refuses edits and deletions in the words of the schema', () => {
    expect(stateRuleRefusal(model, 'edit', { status: 'draft' })).toBeUndefined();
    expect(stateRuleRefusal(model, 'edit', { status: 'failed' })).toBe('Only drafts can be edited');
    expect(stateRuleRefusal(model, 'delete', { status: 'failed' })).toBeUndefined();
    expect(stateRuleRefusal(model, 'delete', { status: 'executed' })).toBe(
      'A broadcast that was sent is kept',
    );
    expect(stateRuleRefusal(model, 'delete', { status: 'scheduled' })).toBe('Cancel it first');
  });

  it('counts a record from before there were states as a new one', () => {
    expect(stateOf(model, {})).toBe('draft');
    expect(stateOf({}, {})).toBeUndefined();
  });
});
