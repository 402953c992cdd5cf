import type { Exception } from './exceptions.ts';
import type { Crossing, StatementsReport } from './recorded.ts';

const MAX_STATEMENT_CHARS = 400;

/**
 * Compares statements that cross nodes with the listed exceptions.
 * @param whole the whole run was analyzed: unused exceptions are reported
 */
export function compareWithExceptions(
  { statements, named, crossings, unread }: StatementsReport,
  exceptions: readonly Exception[],
  whole = true,
): { lines: string[]; isFine: boolean } {
  const listedFor = (crossing: Crossing): Exception[] =>
    exceptions.filter(({ from }) => from === crossing.origin);
  const unlisted = crossings.flatMap((crossing) => {
    const listed = listedFor(crossing);
    const allShardTables = crossing.allShardTables.filter(
      (table) => !listed.some((one) => one.allShardTables?.includes(table)),
    );
    const isCrossKey = crossing.crossKeyJoin !== undefined && unlistedKinds(crossing.crossKeyJoin, listed);
    return allShardTables.length > 0 || isCrossKey ? [{ crossing, allShardTables, isCrossKey }] : [];
  });
  const unused = whole ? exceptions.flatMap((one) => describeUnused(one, crossings)) : [];
  const pluralize = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
  const listed =
    statements - named - unlisted.reduce((sum, { crossing }) => sum + crossing.statements.length, 0);
  return {
    lines: [
      `${pluralize(statements, 'statement')} about our tables: ${named} name their key, ${listed} may cross nodes for a listed reason.`,
      ...unlisted.flatMap(({ crossing, allShardTables, isCrossKey }) => [
        `${crossing.origin}: ${[
          ...(allShardTables.length > 0 ? [`does not say which rows of ${allShardTables.join(', ')}`] : []),
          ...(isCrossKey ? [`joins what is distributed by ${crossing.crossKeyJoin ?? ''}`] : []),
        ].join('; ')}. Name the key, or list it in scripts/statements/exceptions.ts with the reason:`,
        `  ${(crossing.statements[0] ?? '').replaceAll(/\s+/g, ' ').slice(0, MAX_STATEMENT_CHARS)}`,
      ]),
      ...unread.map((one) => `Not read: ${one}`),
      ...unused,
    ],
    isFine: unlisted.length === 0 && unread.length === 0 && unused.length === 0,
  };
}

const splitKinds = (crossKeyJoin: string): string[] => crossKeyJoin.split(', ');

function unlistedKinds(crossKeyJoin: string, listed: readonly Exception[]): boolean {
  return !listed.some((one) => {
    const allowed = one.crossKeyJoin === undefined ? [] : splitKinds(one.crossKeyJoin);
    return splitKinds(crossKeyJoin).every((kind) => allowed.includes(kind));
  });
}

function describeUnused(
  { from, allShardTables = [], crossKeyJoin }: Exception,
  crossings: readonly Crossing[],
): string[] {
  const own = crossings.filter(({ origin }) => origin === from);
  const tables = allShardTables.filter((table) => !own.some((one) => one.allShardTables.includes(table)));
  const isCrossKey = own.some((one) => one.crossKeyJoin !== undefined);
  const left = [...tables, ...(crossKeyJoin !== undefined && !isCrossKey ? [`"${crossKeyJoin}"`] : [])];
  return left.length === 0 ? [] : [`Listed but not met: ${from}: ${left.join(', ')}. Take it out.`];
}
