import type { ActionType } from '../types.ts';
import { message } from '../../texts/translate.ts';
import schema from './action.schema.json' with { type: 'json' };

export const location: ActionType<'location'> = {
  title: schema.title,
  draftDefaults: { type: 'location', label: '' },
  toLineAction: (_, label) => ({ type: 'location', label }),
  quickReplyUnsupported: {
    facebook: message('Facebook quick replies cannot ask for a location'),
    webchat: message('Web chat quick replies cannot ask for a location'),
  },
};
