import { type Queryable, StorageError, UNPREPARED } from './database.ts';
import { quoteLiteral } from './sql.ts';

// These expressions must give the same results as `schemas/model/thaiMarks.ts` and `thaiOrder.ts`.

const ACCENTS = '\u0e47-\u0e4e';
const MARKS = '\u0e47\u0e48\u0e49\u0e4a\u0e4b\u0e4c\u0e4d\u0e4e';
const THAI_DIGITS = '\u0e50\u0e51\u0e52\u0e53\u0e54\u0e55\u0e56\u0e57\u0e58\u0e59';

const regexpReplaceSql = (text: string, pattern: string, by: string): string =>
  `regexp_replace(${text}, '${pattern}', '${by}', 'g')`;

/** Thai with its marks in canonical order, as by `normalizeThai`. */
const normalizeThaiSql = (text: string): string => {
  const oneE = `replace(${text}, '\u0e40\u0e40', '\u0e41')`;
  const toneLast = regexpReplaceSql(oneE, '([\u0e48-\u0e4c])([\u0e31\u0e34-\u0e3a])', String.raw`\2\1`);
  return regexpReplaceSql(
    toneLast,
    '\u0e4d([\u0e48-\u0e4b]?)\u0e32|([\u0e48-\u0e4b])\u0e4d\u0e32',
    `${String.raw`\1\2`}\u0e33`,
  );
};

/** The sort key of a case-folded text with Thai, as by `textSortKey`: without its marks, which only break ties. */
const thaiSortKeySql = (folded: string): string => {
  const bare = `translate(${folded}, '${THAI_DIGITS}${MARKS}', '0123456789')`;
  const placed = regexpReplaceSql(bare, '([\u0e40-\u0e44])([\u0e01-\u0e2e])', String.raw`\2\1`);
  return `${placed} || chr(1) || ${regexpReplaceSql(folded, `^[^${ACCENTS}]*$`, '')}`;
};

/**
 * Creates the functions by which texts are sorted and searched. They call no function of the product, so that they can be
 * inlined and do not depend on the search path; the case foldExpression is copied from `record_fold` of this database. Never
 * replaced, because indexes contain their results.
 */
export async function addTextFunctions(tx: Queryable): Promise<void> {
  const [fold] = await tx.query<{ body: string }>(
    `SELECT prosrc AS body FROM pg_proc WHERE oid = to_regproc('record_fold')`,
  );
  const body = fold?.body.trim() ?? '';
  const foldExpression = body.slice('SELECT '.length);
  if (!body.startsWith('SELECT ') || !foldExpression.includes('$1'))
    throw new StorageError('The function record_fold of this database is not one of ours.');
  const folded = (text: string): string => `${foldExpression.replaceAll('$1', () => text)} COLLATE "C"`;
  const start = `"left"(${folded(normalizeThaiSql('$1'))}, 200)`;
  await addFunction(tx, 'record_search', folded(normalizeThaiSql('$1')));
  await addFunction(
    tx,
    'record_order',
    `CASE WHEN $1 COLLATE "C" ~ '[\u0e40-\u0e59]' THEN ${thaiSortKeySql(start)} ELSE ${folded('$1')} END`,
  );
}

async function addFunction(tx: Queryable, name: string, expression: string): Promise<void> {
  const [existing] = await tx.query<{ found: boolean }>(
    `SELECT to_regproc(${quoteLiteral(name)}) IS NOT NULL AS found`,
  );
  if (existing?.found) return;
  await tx.query(
    `CREATE FUNCTION ${name}(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT ${expression} $$`,
    [],
    UNPREPARED,
  );
}
