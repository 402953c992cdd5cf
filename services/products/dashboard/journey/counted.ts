/**
 * Counts answers that were followed, as SELECTs of `CountedRow`s.
 * @param seen rows of before_kind, before_id, after_id, stage, channel, waited (milliseconds), person and number (the
 *   person's, or NULL)
 * @param by columns of `seen` that the counts are grouped by, and that stand before them
 */
export function counted(seen: string, by: readonly string[] = []): string {
  const select = (part: string, kind: string, id: string, where = 'true'): string => {
    const own = [kind, id].filter((one) => one !== 'NULL');
    return `SELECT ${[...by, `'${part}' AS part`, `${kind}::text AS kind`, `${id}::text AS id`, 'count(*)::float8 AS amount'].join(', ')}
      FROM ${seen} WHERE ${where} GROUP BY ${[...by, ...own].join(', ')}`;
  };
  return [
    select('previous', 'before_kind', 'before_id'),
    select('next', `(CASE WHEN after_id IS NULL THEN 'left' ELSE 'template' END)`, 'after_id'),
    select('stage', 'stage', 'NULL'),
    select('channel', 'NULL', 'channel'),
    select('waited', 'NULL', 'round(waited / 1000.0)', 'waited IS NOT NULL'),
    select('person', 'NULL', 'number', 'number IS NOT NULL'),
  ].join(' UNION ALL ');
}

/** Counts those of `seen` who have no number, each once. */
export const countedOthers = (seen: string): string =>
  `SELECT 'people' AS part, NULL::text AS kind, NULL::text AS id, count(DISTINCT person)::float8 AS amount
   FROM ${seen} WHERE number IS NULL AND person IS NOT NULL`;
