const DAY_OR_DATE_TIME = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?(Z|[+-]\d{2}:\d{2})?$/;

/**
 * Parses a day or a date-time of the years 1 to 9999 to ISO 8601 in UTC. Without a zone it is in UTC, without a time it
 * is midnight. Undefined for an invalid text.
 */
export function parseMoment(text: string): string | undefined {
  const [, day = '', time = 'T00:00', , , zone = 'Z'] = DAY_OR_DATE_TIME.exec(text) ?? [];
  const noon = new Date(`${day}T12:00Z`);
  const moment = new Date(`${day}${time}${zone}`);
  if (Number.isNaN(noon.getTime()) || Number.isNaN(moment.getTime())) return undefined;
  const iso = moment.toISOString();
  // Some engines parse 30 February as 2 March.
  return noon.toISOString().startsWith(day) && /^(?!0000)\d{4}-/.test(iso) ? iso : undefined;
}

/** The text if it is a calendar day such as 2026-01-31. */
export function parseDay(text: string): string | undefined {
  return parseMoment(text) === `${text}T00:00:00.000Z` ? text : undefined;
}
