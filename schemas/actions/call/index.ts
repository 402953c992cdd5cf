import type { ActionType } from '../types.ts';
import { message } from '../../texts/translate.ts';
import schema from './action.schema.json' with { type: 'json' };

export const call: ActionType<'call_action'> = {
  title: schema.title,
  draftDefaults: { type: 'call_action', label: '', phoneNumber: '' },
  link: ({ phoneNumber }) => `tel:${phoneNumber}`,
  quickReplyUnsupported: { facebook: message('Facebook quick replies cannot start calls') },
};
