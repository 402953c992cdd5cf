import type { Json } from '../../../../schemas/model/types.ts';

/** One item in the three states of a list; absent where a state does not have it. */
export interface ItemSlot {
  /** What tells it from the others of the list: its place in the base, or in the state that added it. */
  key: string;
  base?: Json;
  mine?: Json;
  theirs?: Json;
}

type Equals = (a: Json, b: Json) => boolean;

/** Places in the base of a state's items, by place in that state; undefined for an item that was added. */
type Matches = (number | undefined)[];

/**
 * The items of a list of which two people changed a state each, in the order of a merged list: what stayed or was
 * changed where the base has it, what was added where it was added, mine first.
 * @returns undefined where somebody moved items: then nobody can say which of two orders holds
 */
export function alignLists(
  { base, mine, theirs }: Record<'base' | 'mine' | 'theirs', readonly Json[]>,
  equals: Equals,
): ItemSlot[] | undefined {
  const own = matchItems(base, mine, equals);
  const others = matchItems(base, theirs, equals);
  if (!own || !others) return undefined;
  const slots: ItemSlot[] = [];
  for (let at = 0; at <= base.length; at += 1) {
    const added = { mine: addedBefore(own, at), theirs: addedBefore(others, at) };
    const left = new Set(added.theirs);
    for (const place of added.mine) {
      const item = mine[place] as Json;
      const twin = [...left].find((one) => equals(item, theirs[one] as Json));
      if (twin !== undefined) left.delete(twin);
      slots.push({ key: `mine${place}`, mine: item, ...(twin !== undefined && { theirs: theirs[twin] }) });
    }
    for (const place of left) slots.push({ key: `theirs${place}`, theirs: theirs[place] });
    if (at === base.length) break;
    const [here, there] = [own.indexOf(at), others.indexOf(at)];
    slots.push({
      key: String(at),
      base: base[at],
      ...(here >= 0 && { mine: mine[here] }),
      ...(there >= 0 && { theirs: theirs[there] }),
    });
  }
  return slots;
}

/** Places of the items that a state has added between a place of the base and the one before it. */
function addedBefore(matches: Matches, at: number): number[] {
  let next = 0;
  return matches.flatMap((match, place) => {
    if (match !== undefined) next = match + 1;
    return match === undefined && next === at ? [place] : [];
  });
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
function matchItems(base: readonly Json[], state: readonly Json[], equals: Equals): Matches | undefined {
  const isSame = (a: Json, b: Json): boolean => {
    const [one, other] = [idOf(a), idOf(b)];
    return one === undefined && other === undefined ? equals(a, b) : one === other;
  };
  const matches = longestCommon(base, state, isSame);
  const isFree = (at: number): boolean => !matches.includes(at);
  const moved = state.some(
    (item, place) => matches[place] === undefined && base.some((one, at) => isFree(at) && isSame(one, item)),
  );
  if (moved) return undefined;
  let next = 0;
  return matches.map((match, place) => {
    if (match !== undefined) {
      next = match + 1;
      return match;
    }
    const item = base[next];
    const wasThis = item !== undefined && isFree(next) && (idOf(item) ?? idOf(state[place])) === undefined;
    return wasThis ? next++ : undefined;
  });
}

/** For each item of `state` its place in `base`, of a longest sequence that both have. */
function longestCommon(base: readonly Json[], state: readonly Json[], isSame: Equals): Matches {
  const lengths = Array.from({ length: base.length + 1 }, () => state.map(() => 0));
  const length = (at: number, place: number): number => lengths[at]?.[place] ?? 0;
  for (let at = base.length - 1; at >= 0; at -= 1)
    for (let place = state.length - 1; place >= 0; place -= 1) {
      const row = lengths[at];
      if (!row) continue;
      row[place] = isSame(base[at] as Json, state[place] as Json)
        ? 1 + length(at + 1, place + 1)
        : Math.max(length(at + 1, place), length(at, place + 1));
    }
  const matches: Matches = state.map(() => undefined);
  for (let at = 0, place = 0; at < base.length && place < state.length;) {
    if (isSame(base[at] as Json, state[place] as Json)) matches[place++] = at++;
    else if (length(at + 1, place) >= length(at, place + 1)) at += 1;
    else place += 1;
  }
  return matches;
}
