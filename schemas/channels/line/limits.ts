import channel from './channel.json' with { type: 'json' };

/**
 * LINE limits enforced at send time: a filled-in variable may be longer than at save time, and a message may have been
 * made for another channel. Texts are counted in graphemes unless said otherwise. Source: the Messaging API reference, 2026.
 */
export const LINE_LIMITS = {
  messagesPerCall: 5,
  /** UTF-16 units. */
  text: 5000,
  /** UTF-16 units. */
  altText: 1500,
  /** LINE's buttons template, our `option` message. */
  buttons: { text: channel.limits.optionText, actions: channel.limits.optionActions },
  carousel: {
    columns: 10,
    title: 40,
    text: 120,
    textWithImageOrTitle: 60,
    actions: channel.limits.columnActions,
  },
  imageCarousel: { columns: 10, label: 12 },
  imagemap: { areas: 50, label: 100, text: 400, uri: 1000 },
  /** `data`, `clipboard` and `url` in UTF-16 units. */
  flex: { label: 40, data: 300, clipboard: 1000, url: 2000, bubbleBytes: 30_720, carouselBytes: 51_200 },
  quickReplies: 13,
  actionLabel: 20,
  messageActionText: 300,
  /** UTF-16 units. */
  uri: 1000,
} as const;
