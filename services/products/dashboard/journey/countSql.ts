/** Columns that answers are grouped by first, so that most counts add up few rows. */
const STEP_COLUMNS = ['before_kind', 'before_id', 'after_id', 'stage', 'channel'];

/**
 * A statement, from `WITH` on, that counts followed answers as `CountRow`s.
 * @param ctes named queries before it
 * @param seen rows of before_kind, before_id, after_id, stage, channel, waited (milliseconds), person and, where people
 *   have numbers, number (the person's, or NULL)
 * @param by columns of `seen` that the counts are grouped by, and that stand before them
 * @param others counts those who have no number, each once, as well
 */
export function countSql(
  ctes: readonly string[],
  seen: string,
  { by = [], numbered, others = false }: { by?: readonly string[]; numbered: boolean; others?: boolean },
): string {
  const group = [...new Set([...by, ...STEP_COLUMNS])].join(', ');
  const steps = `steps AS MATERIALIZED (SELECT ${group}, count(*) AS amount FROM ${seen} GROUP BY ${group})`;
  const select = (part: string, kind: string, id: string, amount = 'sum(amount)', from = 'steps'): string => {
    const own = [...by, ...[kind, id].filter((one) => one !== 'NULL')];
    return `SELECT ${[...by, `'${part}' AS part`, `${kind}::text AS kind`, `${id}::text AS id`, `${amount}::float8 AS amount`].join(', ')}
      FROM ${from}${own.length > 0 ? ` GROUP BY ${own.join(', ')}` : ''}`;
  };
  const each = (where: string): string => `${seen} WHERE ${where}`;
  return `WITH ${[...ctes, steps].join(', ')} ${[
    select('previous', 'before_kind', 'before_id'),
    select('next', `(CASE WHEN after_id IS NULL THEN 'left' ELSE 'template' END)`, 'after_id'),
    select('stage', 'stage', 'NULL'),
    select('channel', 'NULL', 'channel'),
    // Whole numbers: `round` would count in decimals, at twice the time.
    select('waited', 'NULL', '((waited + 500) / 1000)', 'count(*)', each('waited IS NOT NULL')),
    ...(numbered ? [select('person', 'NULL', 'number', 'count(*)', each('number IS NOT NULL'))] : []),
    ...(others
      ? [select('people', 'NULL', 'NULL', 'count(DISTINCT person)', numbered ? each('number IS NULL') : seen)]
      : []),
  ].join(' UNION ALL ')}`;
}
