import data from './channel.json' with { type: 'json' };

/**
 * What Messenger accepts, where the texts of a record can still outgrow the limits of its schema. Its reference says
 * "characters" of UTF-8 text everywhere: code points. Source: the Messenger Platform's reference, 2026.
 */
export const FACEBOOK_LIMITS = {
  text: data.limits.text,
  generic: { elements: 10, title: 80, subtitle: 80 },
  buttonText: data.limits.optionText,
  /** In a button template and in each element of a generic one. */
  buttons: data.limits.optionActions,
  buttonTitle: 20,
  quickReplies: 13,
  quickReplyTitle: 20,
} as const;
