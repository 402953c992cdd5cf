import { describe, expect, it } from 'vitest';
import { LIFECYCLE, broadcastSchema, compileBroadcast } from './testLifecycle.ts';
import type { Json, JsonObject } from './types.ts';

/** The lifecycle with parts laid over its first transition. */
const first = (part: JsonObject): JsonObject => {
  const [schedule, ...rest] = LIFECYCLE['transitions'] as JsonObject[];
  return { ...LIFECYCLE, transitions: [{ ...schedule, ...part }, ...rest] };
};
/** The lifecycle with parts laid over its last transition. */
const last = (part: JsonObject): JsonObject => {
  const transitions = LIFECYCLE['transitions'] as JsonObject[];
  return {
    ...LIFECYCLE,
    transitions: [...transitions.slice(0, -1), { ...transitions.at(-1), ...part }],
  };
};
const without = (...ids: string[]): JsonObject => ({
  ...LIFECYCLE,
  transitions: (LIFECYCLE['transitions'] as JsonObject[]).filter(({ id }) => !ids.includes(String(id))),
});
const at = '/x-entity/lifecycle';

describe('one mistake in a lifecycle gives one problem, at its place', () => {
  it.each<[string, Json, string]>([
    [
      'no such field',
      broadcastSchema({ ...LIFECYCLE, field: 'statsu' }),
      `${at}/field: unknown field "statsu"; did you mean "status"?`,
    ],
    [
      'no choices',
      broadcastSchema({ ...LIFECYCLE, field: 'name' }),
      `${at}/field: "name" cannot hold states: it is no choice of texts`,
    ],
    [
      'choices that are no texts',
      broadcastSchema({ ...LIFECYCLE, field: 'level' }),
      `${at}/field: "level" cannot hold states: it is no choice of texts`,
    ],
    [
      'a first state',
      broadcastSchema({ ...LIFECYCLE, initial: 'darft' }),
      `${at}/initial: unknown state "darft"; did you mean "draft"?`,
    ],
    [
      'a state to leave',
      broadcastSchema(first({ from: ['draft', 'faield'] })),
      `${at}/transitions/0/from/1: unknown state "faield"; did you mean "failed"?`,
    ],
    [
      'a state to come to',
      broadcastSchema(first({ to: 'schedule' })),
      `${at}/transitions/0/to: unknown state "schedule"; did you mean "scheduled"?`,
    ],
    [
      'one of several states to come to',
      broadcastSchema(first({ to: ['scheduled', 'faield'] })),
      `${at}/transitions/0/to/1: unknown state "faield"; did you mean "failed"?`,
    ],
    [
      'what takes a transition back',
      broadcastSchema(first({ undo: { by: 'call-of', until: 'at' } })),
      `${at}/transitions/0/undo/by: unknown transition "call-of"; did you mean "call-off"?`,
    ],
    [
      'what the services take back',
      broadcastSchema(first({ undo: { by: 'start', until: 'at' } })),
      `${at}/transitions/0/undo/by: unknown transition "start"`,
    ],
    [
      'what does not lead back',
      broadcastSchema(first({ undo: { by: 'retry', until: 'at' } })),
      `${at}/transitions/0/undo/by: "retry" does not lead from "scheduled" back to "draft"`,
    ],
    [
      'until when it can be taken back',
      broadcastSchema(first({ undo: { by: 'call-off', until: 'name' } })),
      `${at}/transitions/0/undo/until: unknown date-time field "name"`,
    ],
    [
      'from a state to itself',
      broadcastSchema(first({ from: ['scheduled', 'draft'] })),
      `${at}/transitions/0/from/0: leads from "scheduled" to itself`,
    ],
    [
      'states that nothing leads to',
      broadcastSchema(without('finish', 'fail')),
      `${at}/transitions: nothing leads from "draft" to "executed", "failed"; add a transition, or leave the state out`,
    ],
    [
      'a state to edit in',
      broadcastSchema({ ...LIFECYCLE, edit: { in: ['drafts'], else: 'No' } }),
      `${at}/edit/in/0: unknown state "drafts"; did you mean "draft"?`,
    ],
    [
      'a state to delete in',
      broadcastSchema({ ...LIFECYCLE, delete: { in: ['faild'], else: 'No' } }),
      `${at}/delete/in/0: unknown state "faild"; did you mean "failed"?`,
    ],
    [
      'a sentence of no state',
      broadcastSchema({
        ...LIFECYCLE,
        delete: { in: ['draft'], else: 'No', elseIn: { executd: 'Not now' } },
      }),
      `${at}/delete/elseIn/executd: unknown state "executd"; did you mean "executed"?`,
    ],
    [
      'a sentence that is never said',
      broadcastSchema({ ...LIFECYCLE, edit: { in: ['draft'], else: 'No', elseIn: { draft: 'Not now' } } }),
      `${at}/edit/elseIn/draft: is never said: "draft" is among those in which it may be done`,
    ],
    [
      'a rule without its sentence',
      broadcastSchema({ ...LIFECYCLE, edit: { in: ['draft'] } }),
      `${at}/edit: "else" is missing`,
    ],
    [
      'a transition without an end',
      broadcastSchema(first({ to: null })),
      `${at}/transitions/0/to: string or array expected, found null`,
    ],
    [
      'a word',
      broadcastSchema(first({ form: ['draft'] })),
      `${at}/transitions/0/form: unknown keyword "form"; did you mean "from"?`,
    ],
    [
      'what every entity has',
      broadcastSchema(first({ id: 'restore' })),
      `${at}/transitions/0/id: "restore" is what every entity has; choose another name`,
    ],
    [
      'two of one name',
      broadcastSchema(first({ id: 'retry' })),
      `${at}/transitions/5/id: "retry" stands here twice`,
    ],
    [
      'the name of an action',
      broadcastSchema(LIFECYCLE, { actions: [{ id: 'retry', label: 'Retry', on: ['row'] }] }),
      `${at}/transitions/5/id: "retry" is an action already`,
    ],
    [
      'a resource',
      broadcastSchema(first({ access: ['campaign.brodcast'] })),
      `${at}/transitions/0/access/0: unknown resource "campaign.brodcast"; did you mean "campaign.broadcast"?`,
    ],
    [
      'a form',
      broadcastSchema(first({ input: 'shipment' })),
      `${at}/transitions/0/input: unknown form "shipment"`,
    ],
    [
      'an icon',
      broadcastSchema(first({ icon: 'shedule' })),
      `${at}/transitions/0/icon: unknown icon "shedule"; did you mean "schedule"?`,
    ],
    [
      'a condition',
      broadcastSchema(first({ when: { sise: 1 } })),
      `${at}/transitions/0/when/sise: unknown field "sise"; did you mean "size"?`,
    ],
    [
      'a sentence for no condition',
      broadcastSchema({
        ...LIFECYCLE,
        transitions: [
          ...(LIFECYCLE['transitions'] as JsonObject[]),
          { id: 'drop', from: ['failed'], to: 'draft', else: 'No' },
        ],
      }),
      `${at}/transitions/6/else: has no effect without a "when"`,
    ],
    [
      'a button for the system',
      broadcastSchema(last({ by: 'system', confirm: 'Sure?' })),
      `${at}/transitions/5/confirm: has no effect: nobody but the services makes this transition`,
    ],
    [
      'a place above the list',
      broadcastSchema(first({ on: ['list'] })),
      `${at}/transitions/0/on/0: unknown value "list"`,
    ],
    [
      'another default',
      broadcastSchema(LIFECYCLE, {}, { default: 'failed' }),
      '/properties/status/default: the lifecycle begins with "draft"; leave the default out',
    ],
    [
      'a field that hides',
      broadcastSchema(LIFECYCLE, {}, { 'x-field': { visibleWhen: { size: 1 } } }),
      '/properties/status/x-field/visibleWhen: "visibleWhen" has no effect on the field of the lifecycle',
    ],
    [
      'a right to set the state',
      broadcastSchema(LIFECYCLE, {}, { 'x-field': { access: { write: ['campaign'] } } }),
      '/properties/status/x-field/access/write: "write" has no effect: only transitions set the state',
    ],
    [
      'states of what is only read',
      broadcastSchema(LIFECYCLE, { source: 'audit', access: { read: ['campaign'] } }),
      `${at}: has no effect: what the services keep themselves is only read`,
    ],
  ])('%s', (_, content, problem) => {
    expect(compileBroadcast(content).problems).toEqual([problem]);
  });
});
