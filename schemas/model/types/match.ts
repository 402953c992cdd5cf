import type { Json } from './json.ts';

/**
 * A condition as data. Keys are field paths: `status` or `target.kind`, relative to the object that has the field;
 * `/platform` from the record's root; or, as no field's name begins with `$`, `$user.id`, `$user.roles` and `$now` from
 * the context. A plain value means equals, an array means one of. All keys must hold. A text is always literal: a value
 * from the context is written `{"context": "user.id"}`.
 */
export type Match = { all?: Match[]; any?: Match[]; not?: Match } & {
  [path: string]: MatchTest | Match | Match[] | undefined;
};
/** A value from the context: `user.id`, `user.roles` or `now`. */
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
  /** Values in use by `entity.field`, such as the types of existing channels. */
  inUse?: ValuesInUse;
  /** Single records of the workspace, by entity; for approval rules. */
  settings?: Readonly<Record<string, unknown>>;
  /** Figures that modules compute for the record, by name; for approval rules. */
  figures?: Readonly<Record<string, unknown>>;
}
/** Distinct values of choice fields over all records, by `entity.field`; all choices where there are no records. */
export type ValuesInUse = Record<string, unknown[]>;
