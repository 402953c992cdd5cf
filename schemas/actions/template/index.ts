import { postback } from '../../channels/line/postback.ts';
import type { ActionType } from '../types.ts';
import schema from './action.schema.json' with { type: 'json' };

export const template: ActionType<'template_action'> = {
  title: schema.title,
  draftDefaults: { type: 'template_action', label: '', templateName: '' },
  sendsPostback: true,
  toLineAction: postback,
};
