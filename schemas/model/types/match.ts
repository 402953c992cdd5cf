import type { Json } from './json.ts';

/**
 * A condition as data. Keys are field paths: `status`, `target.kind` relative to the object that holds the field,
 * `/platform` from the record's root; or, since no field's name begins with `$`, `$user.id`, `$user.roles` and `$now`
 * from the context. A plain value means equals, an array means one of. Several keys all have to hold.
 * A text is always itself: where a value comes from the context, `{"context": "user.id"}` stands in its place.
 */
export type Match = { all?: Match[]; any?: Match[]; not?: Match } & {
  [path: string]: MatchTest | Match | Match[] | undefined;
};
/** What the context gives: `user.id`, `user.roles` or `now`. */
export interface ContextReference {
  context: string;
}
type MatchValue = Json | ContextReference;
export type MatchTest = MatchValue | MatchValue[] | MatchOperators;
export interface MatchOperators {
  exists?: boolean;
  gt?: MatchValue;
  gte?: MatchValue;
  lt?: MatchValue;
  lte?: MatchValue;
  ne?: MatchValue;
  in?: MatchValue[] | ContextReference;
  contains?: MatchValue;
}
export interface MatchContext {
  /** The whole record, for paths that begin with `/`. */
  root?: unknown;
  user?: { id: string; roles: string[] };
  now?: string;
  /** Values in use by `entity.field`, such as the types of the channels that there are. */
  inUse?: ValuesInUse;
  /** Records that the workspace has one of, by entity; for rules of approval. */
  settings?: Readonly<Record<string, unknown>>;
  /** What modules count of the record, by name; for rules of approval. */
  figures?: Readonly<Record<string, unknown>>;
}
/** Distinct values of choice fields among all records, by `entity.field`; all choices where there is no record. */
export type ValuesInUse = Record<string, unknown[]>;
