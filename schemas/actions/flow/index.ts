import { postback } from '../../channels/line/postback.ts';
import type { ActionType } from '../types.ts';
import schema from './action.schema.json' with { type: 'json' };

export const flow: ActionType<'flow_action'> = {
  title: schema.title,
  draftDefaults: { type: 'flow_action', label: '', flow: '', flowAction: '' },
  sendsPostback: true,
  toLineAction: postback,
};
