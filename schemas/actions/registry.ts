import type { Action } from '../generated/types.ts';
import { call } from './call/index.ts';
import { camera } from './camera/index.ts';
import { dateTime } from './date-time/index.ts';
import { flow } from './flow/index.ts';
import { location } from './location/index.ts';
import { message } from './message/index.ts';
import { template } from './template/index.ts';
import type { ActionType } from './types.ts';
import { uri } from './uri/index.ts';

/** A type that the schema has and that has no entry here fails the type check. */
const TYPES: { [Type in Action['type']]: ActionType<Type> } = {
  message,
  uri,
  call_action: call,
  template_action: template,
  camera,
  datetimepicker: dateTime,
  location,
  flow_action: flow,
};

/** Whether there is such a type. */
export const isActionType = (type: unknown): type is Action['type'] =>
  typeof type === 'string' && Object.hasOwn(TYPES, type);

export const actionTypeOf = ({ type }: Pick<Action, 'type'>): ActionType => TYPES[type];
