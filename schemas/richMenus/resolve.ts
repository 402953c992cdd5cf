/** The properties of a link that decide who sees it. */
export interface MenuCandidate {
  id: string;
  /** For all users. */
  default?: boolean;
  segment?: string;
  /** `01` to `99`; none counts as `01`. */
  priority?: string;
  /** When it became active, ISO 8601. */
  activeSince?: string;
}

/** Why a person sees a link or does not. */
export type Reason = 'wins' | 'not-in-segment' | 'later' | 'segment-first' | 'replaced';

export interface MenuCandidateResult<T extends MenuCandidate = MenuCandidate> {
  link: T;
  reason: Reason;
}

const isForAll = ({ default: all }: MenuCandidate): boolean => all !== false;
const newestFirst = (a: MenuCandidate, b: MenuCandidate): number =>
  (b.activeSince ?? '').localeCompare(a.activeSince ?? '') || b.id.localeCompare(a.id);

/**
 * Links in order of precedence: those of segments by priority, equal ones the newest first; then those for all users,
 * the newest first. A person sees the first that applies.
 */
export const sortByPrecedence = <T extends MenuCandidate>(links: readonly T[]): T[] =>
  links.toSorted(
    (a, b) =>
      Number(isForAll(a)) - Number(isForAll(b)) ||
      (isForAll(a) ? 0 : (a.priority ?? '01').localeCompare(b.priority ?? '01')) ||
      newestFirst(a, b),
  );

/**
 * The link that a person sees, and the reason for every link, in order of precedence.
 * @param segments ids of the person's segments
 */
export function resolveMenu<T extends MenuCandidate>(
  links: readonly T[],
  segments: ReadonlySet<string>,
): { winner: T | undefined; verdicts: MenuCandidateResult<T>[] } {
  let winner: T | undefined;
  const verdicts = sortByPrecedence(links).map((link): MenuCandidateResult<T> => {
    const fits = isForAll(link) || (link.segment !== undefined && segments.has(link.segment));
    if (!fits) return { link, reason: 'not-in-segment' };
    if (winner === undefined) {
      winner = link;
      return { link, reason: 'wins' };
    }
    if (!isForAll(link)) return { link, reason: 'later' };
    return { link, reason: isForAll(winner) ? 'replaced' : 'segment-first' };
  });
  return { winner, verdicts };
}
