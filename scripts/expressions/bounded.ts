/** A regular expression whose time is not known to be linear, and why that does no harm. */
export interface BoundedExpression {
  file: string;
  /** As the file has it. */
  text: string;
  reason: string;
}

export const BOUNDED_EXPRESSIONS: readonly BoundedExpression[] = [
  {
    file: 'schemas/model/content.ts',
    text: "new RegExp(pattern, 'u')",
    reason: 'A `pattern` of a content schema, which is checked where it is written.',
  },
  {
    file: 'schemas/model/formats.ts',
    text: "new RegExp(text, 'u')",
    reason: 'Made to find out whether it can be, and never matched.',
  },
  {
    file: 'schemas/understanding/dates.ts',
    text: "new RegExp(`(?<!\\\\d)(\\\\d{1,2}) ?(${THAI_MONTHS}) ?(\\\\d{4}|\\\\d{2})?(?!\\\\d)`, 'gu')",
    reason: 'Names of months are put into it; nothing in it repeats without an end.',
  },
  {
    file: 'services/engine/http/errors.ts',
    text: 'new RegExp(source)',
    reason: 'From ^ to $, with nothing but segments up to the next slash.',
  },
  {
    file: 'services/engine/resources/nestedPaths.ts',
    text: "new RegExp(`^${segments.join('/')}(?<rest>/.*)?$`)",
    reason: 'From ^ to $, with one segment up to the next slash and the rest.',
  },
  {
    file: 'src/webchat/view/dom.ts',
    text: `/(https?:\\/\\/[^\\s<>"']*[^\\s<>"'.,;:!?)\\]}ฯๆ])/g`,
    reason: 'A beginning ends with a character that ends a link, so that text of beginnings is one link.',
  },
];
