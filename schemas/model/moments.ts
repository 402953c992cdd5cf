const TIME = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?(Z|[+-]\d{2}:\d{2})?$/;

/**
 * The moment that a text names, in UTC, of the years 1 to 9999; without a zone the text is UTC already, without a time
 * it is midnight. Undefined: it names none.
 */
export function momentOf(text: string): string | undefined {
  const [, day = '', time = 'T00:00', , , zone = 'Z'] = TIME.exec(text) ?? [];
  const noon = new Date(`${day}T12:00Z`);
  const moment = new Date(`${day}${time}${zone}`);
  if (Number.isNaN(noon.getTime()) || Number.isNaN(moment.getTime())) return undefined;
  const told = moment.toISOString();
  // Some engines read 30 February as the second of March.
  return noon.toISOString().startsWith(day) && /^(?!0000)\d{4}-/.test(told) ? told : undefined;
}

/** The text where it is a day of the calendar, as 2026-01-31. */
export function dayOf(text: string): string | undefined {
  return momentOf(text) === `${text}T00:00:00.000Z` ? text : undefined;
}
