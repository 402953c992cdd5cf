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

/** The type check fails if a type of the schema is missing. */
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

export const isActionType = (type: unknown): type is Action['type'] =>
  typeof type === 'string' && Object.hasOwn(TYPES, type);

export const getActionType = ({ type }: Pick<Action, 'type'>): ActionType => TYPES[type];
