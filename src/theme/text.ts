/**
 * The sizes of text, each with the height of its line: what is drawn takes one of these six, `...TEXT.small`. Thai marks
 * above and below need lines that are half as high again as the letters.
 */
export const TEXT = {
  /** The one number or name that a screen is about. */
  display: { fontSize: 28, lineHeight: '40px' },
  /** Titles of screens and dialogs. */
  title: { fontSize: 20, lineHeight: '32px' },
  /** Titles of sections. */
  heading: { fontSize: 16, lineHeight: '24px' },
  /** What is read and written. */
  body: { fontSize: 14, lineHeight: '22px' },
  /** Lists, controls and labels. */
  small: { fontSize: 13, lineHeight: '20px' },
  /** Help, facts beside others, small heads. */
  caption: { fontSize: 12, lineHeight: '18px' },
} as const;
