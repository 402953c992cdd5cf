/**
 * The text sizes, each with its line height; all styles use one of these six, `...TEXT.small`. Thai marks above and below
 * need lines half as high again as the letters.
 */
export const TEXT = {
  /** The main number or name of a screen. */
  display: { fontSize: 28, lineHeight: '40px' },
  /** Titles of screens and dialogs. */
  title: { fontSize: 20, lineHeight: '32px' },
  /** Titles of sections. */
  heading: { fontSize: 16, lineHeight: '24px' },
  /** Content that people read and write. */
  body: { fontSize: 14, lineHeight: '22px' },
  /** Lists, controls and labels. */
  small: { fontSize: 13, lineHeight: '20px' },
  /** Help texts, secondary facts, small headings. */
  caption: { fontSize: 12, lineHeight: '18px' },
} as const;
