/**
 * For inflection: react-admin makes a resource's label from its name with it, but only where there is none, and every
 * entity states its own.
 */
const asIs = (text: string): string => text;
export {
  asIs as capitalize,
  asIs as humanize,
  asIs as inflect,
  asIs as pluralize,
  asIs as singularize,
  asIs as transform,
};
