import type { ActionType } from '../types.ts';
import schema from './action.schema.json' with { type: 'json' };

export const location: ActionType<'location'> = {
  title: schema.title,
  blank: { type: 'location', label: '' },
  line: (_, label) => ({ type: 'location', label }),
  quickReplyUnsupported: {
    facebook: 'Facebook quick replies cannot ask for a location',
    webchat: 'Web chat quick replies cannot ask for a location',
  },
};
