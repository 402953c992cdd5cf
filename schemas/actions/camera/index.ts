import type { ActionType } from '../types.ts';
import { message } from '../../texts/translate.ts';
import schema from './action.schema.json' with { type: 'json' };

export const camera: ActionType<'camera'> = {
  title: schema.title,
  draftDefaults: { type: 'camera', label: '' },
  toLineAction: (_, label) => ({ type: 'camera', label }),
  quickReplyUnsupported: {
    facebook: message('Facebook quick replies cannot open the camera'),
    webchat: message('Web chat quick replies cannot open the camera'),
  },
};
