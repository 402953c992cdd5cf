import type { ActionType } from '../types.ts';
import { message } from '../../texts/translate.ts';
import schema from './action.schema.json' with { type: 'json' };

export const uri: ActionType<'uri'> = {
  title: schema.title,
  draftDefaults: { type: 'uri', label: '', uri: '' },
  link: (action) => action.uri,
  quickReplyUnsupported: { facebook: message('Facebook quick replies cannot open links') },
};
