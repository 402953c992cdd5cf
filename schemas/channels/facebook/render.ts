import { getActionType } from '../../actions/registry.ts';
import { postbackData } from '../../actions/types.ts';
import { createRenderer } from '../../messages/answer.ts';
import { messageTypeOf } from '../../messages/registry.ts';
import { FACEBOOK_LIMITS } from './limits.ts';
import { clipWithIssue } from './templates.ts';

/** An answer as the `message` of the Messenger Platform's Send API, one call for each. */
export const renderForFacebook = createRenderer({
  message: ({ message, pointer }, issues) =>
    messageTypeOf(message).toFacebookMessages(message, pointer, issues),
  unsupportedReason: (action) => getActionType(action).quickReplyUnsupported?.facebook,
  quickReply: ({ action, pointer }, issues) => ({
    content_type: 'text',
    title: clipWithIssue(action.label, FACEBOOK_LIMITS.quickReplyTitle, `${pointer}/label`, issues),
    payload: postbackData(action),
  }),
  attachQuickReplies: (items) => ({ quick_replies: items.slice(0, FACEBOOK_LIMITS.quickReplies) }),
});
