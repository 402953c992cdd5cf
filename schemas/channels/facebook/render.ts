import { actionTypeOf } from '../../actions/registry.ts';
import { postbackData } from '../../actions/types.ts';
import { renderer } from '../../messages/answer.ts';
import { messageTypeOf } from '../../messages/registry.ts';
import { FACEBOOK_LIMITS } from './limits.ts';
import { clipAndTell } from './parts.ts';

/** An answer as the `message` of the Messenger Platform's Send API, one call for each. */
export const renderForFacebook = renderer({
  message: ({ message, pointer }, losses) => messageTypeOf(message).facebook(message, pointer, losses),
  leavesOut: (action) => actionTypeOf(action).quickReplyLoss?.facebook,
  quickReply: ({ action, pointer }, losses) => ({
    content_type: 'text',
    title: clipAndTell(action.label, FACEBOOK_LIMITS.quickReplyTitle, `${pointer}/label`, losses),
    payload: postbackData(action),
  }),
  below: (items) => ({ quick_replies: items.slice(0, FACEBOOK_LIMITS.quickReplies) }),
});
