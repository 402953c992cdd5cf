import data from './channel.json' with { type: 'json' };

/**
 * What LINE accepts, where the texts of a record can still outgrow the limits of its schema: a variable's value may have
 * become longer since, and a message may be sent where it was not written for. Graphemes unless said otherwise.
 * Source: the Messaging API reference, 2026.
 */
export const LINE_LIMITS = {
  messages: 5,
  /** UTF-16 units. */
  text: 5000,
  /** UTF-16 units. */
  altText: 1500,
  buttons: { text: data.limits.optionText, actions: data.limits.optionActions },
  carousel: { columns: 10, title: 40, text: 120, textBesideMore: 60, actions: data.limits.columnActions },
  imageCarousel: { columns: 10, label: 12 },
  imagemap: { areas: 50, label: 100, text: 400, uri: 1000 },
  /** Addresses, data and what is copied in UTF-16 units. */
  flex: { label: 40, data: 300, clipboard: 1000, url: 2000, bubbleBytes: 30_720, carouselBytes: 51_200 },
  quickReplies: 13,
  label: 20,
  messageText: 300,
  /** UTF-16 units. */
  uri: 1000,
} as const;
