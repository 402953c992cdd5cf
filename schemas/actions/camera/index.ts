import type { ActionType } from '../types.ts';
import schema from './action.schema.json' with { type: 'json' };

export const camera: ActionType<'camera'> = {
  title: schema.title,
  blank: { type: 'camera', label: '' },
  line: (_, label) => ({ type: 'camera', label }),
  quickReplyUnsupported: {
    facebook: 'Facebook quick replies cannot open the camera',
    webchat: 'Web chat quick replies cannot open the camera',
  },
};
