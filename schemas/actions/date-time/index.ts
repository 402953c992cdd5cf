import { postbackData, type ActionType } from '../types.ts';
import { message } from '../../texts/translate.ts';
import schema from './action.schema.json' with { type: 'json' };

export const dateTime: ActionType<'datetimepicker'> = {
  title: schema.title,
  draftDefaults: { type: 'datetimepicker', label: '', mode: 'datetime' },
  sendsPostback: true,
  toLineAction: (action, label) => ({
    type: 'datetimepicker',
    label,
    data: postbackData(action),
    mode: action.mode,
  }),
  facebookUnsupported: message('Facebook has no date picker. The tap is sent to the bot instead'),
};
