import type { Json } from '../../../../schemas/model/types.ts';

/** One item in the three states of a list; absent where a state does not have it. */
export interface ItemSlot {
  /** What tells it from the others of the list: its place in the base, or in the state that added it. */
  key: string;
  base?: Json;
  mine?: Json;
  theirs?: Json;
}

/** What tells values apart: equal ones have the same text. */
type TextOf = (item: Json) => string;

/** Places in the base of a state's items, by place in that state; undefined for an item that was added. */
type Matches = (number | undefined)[];

/**
 * The items of a list of which two people changed a state each, in the order of a merged list: what stayed or was
 * changed where the base has it, what was added where it was added, mine first.
 * @returns undefined where somebody moved items: then nobody can say which of two orders holds
 */
export function alignLists(
  { base, mine, theirs }: Record<'base' | 'mine' | 'theirs', readonly Json[]>,
  textOf: TextOf,
): ItemSlot[] | undefined {
  const keyOf = (item: Json): string => {
    const id = idOf(item);
    return id === undefined ? `value ${textOf(item)}` : `id ${id}`;
  };
  const keys = base.map(keyOf);
  const own = matchItems(keys, mine.map(keyOf), base, mine);
  const others = matchItems(keys, theirs.map(keyOf), base, theirs);
  if (!own || !others) return undefined;
  const [here, there] = [placesByBase(own), placesByBase(others)];
  const added = { mine: addedByPlace(own), theirs: addedByPlace(others) };
  const slots: ItemSlot[] = [];
  for (let at = 0; at <= base.length; at += 1) {
    const left = new Set(added.theirs.get(at));
    for (const place of added.mine.get(at) ?? []) {
      const item = mine[place] as Json;
      const text = textOf(item);
      const twin = [...left].find((one) => textOf(theirs[one] as Json) === text);
      if (twin !== undefined) left.delete(twin);
      slots.push({ key: `mine${place}`, mine: item, ...(twin !== undefined && { theirs: theirs[twin] }) });
    }
    for (const place of left) slots.push({ key: `theirs${place}`, theirs: theirs[place] });
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

/** Where in a state each item of the base is. */
const placesByBase = (matches: Matches): Map<number, number> =>
  new Map(matches.flatMap((match, place) => (match === undefined ? [] : [[match, place]])));

/** Places of the items that a state has added, by the place of the base before which they stand. */
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
 * Which item of the base each item of a state was: the one with its id or, without ids, the same one; what stands
 * between such items was changed, in order, and what is left over was added.
 * @returns undefined where items were moved
 */
function matchItems(
  keys: readonly string[],
  own: readonly string[],
  base: readonly Json[],
  state: readonly Json[],
): Matches | undefined {
  const matches = longestCommon(keys, own);
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
    const wasThis =
      item !== undefined && !taken.has(next) && (idOf(item) ?? idOf(state[place])) === undefined;
    return wasThis ? next++ : undefined;
  });
}

/** For each item of `state` its place in `base`, of a longest sequence that both have. */
function longestCommon(base: readonly string[], state: readonly string[]): Matches {
  const shorter = Math.min(base.length, state.length);
  let begin = 0;
  while (begin < shorter && base[begin] === state[begin]) begin += 1;
  let end = 0;
  while (end < shorter - begin && base.at(-1 - end) === state.at(-1 - end)) end += 1;
  const between = longestBetween(
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

function longestBetween(base: readonly string[], state: readonly string[]): Matches {
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
