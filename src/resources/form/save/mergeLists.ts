import type { Json } from '../../../../schemas/model/types.ts';

/** One item in the three states of a list; absent where a state does not have it. */
export interface ItemSlot {
  /** Unique in the list: its index in the base, or in the version that added it. */
  key: string;
  base?: Json;
  mine?: Json;
  theirs?: Json;
}

/** Serializes an item for comparison: equal items have the same text. */
type ToText = (item: Json) => string;

/** For each item of a version its index in the base; undefined for an added item. */
type Matches = (number | undefined)[];

/**
 * Aligns three versions of a list (three-way merge). The slots are in the order of the merged list: base items in
 * base order, added items where they were added, mine first.
 * @returns undefined when items were moved, since the order is ambiguous then
 */
export function alignLists(
  { base, mine, theirs }: Record<'base' | 'mine' | 'theirs', readonly Json[]>,
  toText: ToText,
): ItemSlot[] | undefined {
  const keyOf = (item: Json): string => {
    const id = idOf(item);
    return id === undefined ? `value ${toText(item)}` : `id ${id}`;
  };
  const keys = base.map(keyOf);
  const mineMatches = matchItems(keys, mine.map(keyOf), base, mine);
  const theirMatches = matchItems(keys, theirs.map(keyOf), base, theirs);
  if (!mineMatches || !theirMatches) return undefined;
  const [here, there] = [placesByBase(mineMatches), placesByBase(theirMatches)];
  const added = { mine: addedByPlace(mineMatches), theirs: addedByPlace(theirMatches) };
  const slots: ItemSlot[] = [];
  for (let at = 0; at <= base.length; at += 1) {
    const unpaired = new Set(added.theirs.get(at));
    for (const place of added.mine.get(at) ?? []) {
      const item = mine[place] as Json;
      const text = toText(item);
      const twin = [...unpaired].find((one) => toText(theirs[one] as Json) === text);
      if (twin !== undefined) unpaired.delete(twin);
      slots.push({ key: `mine${place}`, mine: item, ...(twin !== undefined && { theirs: theirs[twin] }) });
    }
    for (const place of unpaired) slots.push({ key: `theirs${place}`, theirs: theirs[place] });
    if (at === base.length) break;
    const [mineAt, theirsAt] = [here.get(at), there.get(at)];
    slots.push({
      key: String(at),
      base: base[at],
      ...(mineAt !== undefined && { mine: mine[mineAt] }),
      ...(theirsAt !== undefined && { theirs: theirs[theirsAt] }),
    });
  }
  return slots;
}

/** Index in a version of each base item. */
const placesByBase = (matches: Matches): Map<number, number> =>
  new Map(matches.flatMap((match, place) => (match === undefined ? [] : [[match, place]])));

/** Indexes of the items that a version added, by the base index that they stand before. */
function addedByPlace(matches: Matches): Map<number, number[]> {
  const added = new Map<number, number[]>();
  let next = 0;
  for (const [place, match] of matches.entries()) {
    if (match === undefined) added.set(next, [...(added.get(next) ?? []), place]);
    else next = match + 1;
  }
  return added;
}

const idOf = (item: Json | undefined): string | undefined => {
  const id = item !== null && typeof item === 'object' && !Array.isArray(item) ? item['id'] : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
};

/**
 * Matches the items of a version with those of the base: by id or, without ids, by equality. Items between matches
 * count as changed, in order; the rest as added.
 * @returns undefined when items were moved
 */
function matchItems(
  keys: readonly string[],
  own: readonly string[],
  base: readonly Json[],
  state: readonly Json[],
): Matches | undefined {
  const matches = longestCommonSubsequence(keys, own);
  const taken = new Set(matches);
  const free = new Set(keys.filter((_, at) => !taken.has(at)));
  if (own.some((key, place) => matches[place] === undefined && free.has(key))) return undefined;
  let next = 0;
  return matches.map((match, place) => {
    if (match !== undefined) {
      next = match + 1;
      return match;
    }
    const item = base[next];
    const isChangedItem =
      item !== undefined && !taken.has(next) && (idOf(item) ?? idOf(state[place])) === undefined;
    return isChangedItem ? next++ : undefined;
  });
}

/** For each item of `state` its index in `base`, along a longest common subsequence. */
function longestCommonSubsequence(base: readonly string[], state: readonly string[]): Matches {
  const shorter = Math.min(base.length, state.length);
  let begin = 0;
  while (begin < shorter && base[begin] === state[begin]) begin += 1;
  let end = 0;
  while (end < shorter - begin && base.at(-1 - end) === state.at(-1 - end)) end += 1;
  const between = lcsByLengthTable(
    base.slice(begin, base.length - end),
    state.slice(begin, state.length - end),
  );
  return state.map((_, place) => {
    if (place < begin) return place;
    if (place >= state.length - end) return place + base.length - state.length;
    const match = between[place - begin];
    return match === undefined ? undefined : match + begin;
  });
}

function lcsByLengthTable(base: readonly string[], state: readonly string[]): Matches {
  const lengths = Array.from({ length: base.length + 1 }, () => new Uint32Array(state.length + 1));
  const length = (at: number, place: number): number => lengths[at]?.[place] ?? 0;
  for (let at = base.length - 1; at >= 0; at -= 1)
    for (let place = state.length - 1; place >= 0; place -= 1) {
      const row = lengths[at];
      if (!row) continue;
      row[place] =
        base[at] === state[place]
          ? 1 + length(at + 1, place + 1)
          : Math.max(length(at + 1, place), length(at, place + 1));
    }
  const matches: Matches = state.map(() => undefined);
  for (let at = 0, place = 0; at < base.length && place < state.length;) {
    if (base[at] === state[place]) matches[place++] = at++;
    else if (length(at + 1, place) >= length(at, place + 1)) at += 1;
    else place += 1;
  }
  return matches;
}
