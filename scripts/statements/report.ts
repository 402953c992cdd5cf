import type { Exception } from './exceptions.ts';
import type { Crossing, Judged } from './recorded.ts';

/** Characters of a statement that are told. */
const TOLD = 400;

/**
 * Holds what would cross nodes against what is listed.
 * @param whole the whole run was judged: what is listed and was not met is told as a mistake
 */
export function compare(
  { statements, named, crossings, unread }: Judged,
  exceptions: readonly Exception[],
  whole = true,
): { lines: string[]; isFine: boolean } {
  const of = (crossing: Crossing): Exception[] => exceptions.filter(({ from }) => from === crossing.origin);
  const strange = crossings.flatMap((crossing) => {
    const listed = of(crossing);
    const unnamed = crossing.unnamed.filter((table) => !listed.some((one) => one.unnamed?.includes(table)));
    const isMixed = crossing.mixed !== undefined && unlistedKinds(crossing.mixed, listed);
    return unnamed.length > 0 || isMixed ? [{ crossing, unnamed, isMixed }] : [];
  });
  const unused = whole ? exceptions.flatMap((one) => unusedOf(one, crossings)) : [];
  const many = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
  const listed =
    statements - named - strange.reduce((sum, { crossing }) => sum + crossing.statements.length, 0);
  return {
    lines: [
      `${many(statements, 'statement')} about our tables: ${named} name their key, ${listed} may cross nodes for a listed reason.`,
      ...strange.flatMap(({ crossing, unnamed, isMixed }) => [
        `${crossing.origin}: ${[
          ...(unnamed.length > 0 ? [`does not say which rows of ${unnamed.join(', ')}`] : []),
          ...(isMixed ? [`brings together what is divided by ${crossing.mixed ?? ''}`] : []),
        ].join('; ')}. Name the key, or list it in scripts/statements/exceptions.ts with the reason:`,
        `  ${(crossing.statements[0] ?? '').replaceAll(/\s+/g, ' ').slice(0, TOLD)}`,
      ]),
      ...unread.map((one) => `Not read: ${one}`),
      ...unused,
    ],
    isFine: strange.length === 0 && unread.length === 0 && unused.length === 0,
  };
}

const kindsOf = (mixed: string): string[] => mixed.split(', ');

function unlistedKinds(mixed: string, listed: readonly Exception[]): boolean {
  return !listed.some((one) => {
    const allowed = one.mixed === undefined ? [] : kindsOf(one.mixed);
    return kindsOf(mixed).every((kind) => allowed.includes(kind));
  });
}

function unusedOf({ from, unnamed = [], mixed }: Exception, crossings: readonly Crossing[]): string[] {
  const own = crossings.filter(({ origin }) => origin === from);
  const tables = unnamed.filter((table) => !own.some((one) => one.unnamed.includes(table)));
  const isMixed = own.some((one) => one.mixed !== undefined);
  const left = [...tables, ...(mixed !== undefined && !isMixed ? [`"${mixed}"`] : [])];
  return left.length === 0 ? [] : [`Listed but not met: ${from}: ${left.join(', ')}. Take it out.`];
}
