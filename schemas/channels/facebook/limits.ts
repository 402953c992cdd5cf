/**
 * What Messenger accepts, where the texts of a record can still outgrow the limits of its schema. Its reference says
 * "characters" of UTF-8 text everywhere: code points. Source: the Messenger Platform's reference, 2026.
 */
export const FACEBOOK_LIMITS = {
  text: 2000,
  generic: { elements: 10, title: 80, subtitle: 80 },
  buttonText: 640,
  /** In a button template and in each element of a generic one. */
  buttons: 3,
  buttonTitle: 20,
  quickReplies: 13,
  quickReplyTitle: 20,
} as const;
