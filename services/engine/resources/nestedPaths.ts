import type { EntityModel } from '../../../schemas/model/types.ts';

/** The record below which a request's collection lies. */
export interface ParentRef {
  entity: string;
  /** The parent's id. */
  id: string;
}

/** Finds the nested collection of an address; made once per product. */
export type MatchNestedPath = (path: string) => (ParentRef & { rest: string }) | undefined;

/** The addresses of a product's nested collections: `channels/{channel}/links` and what lies below. */
export function createNestedPathMatcher(models: readonly EntityModel[]): MatchNestedPath {
  const patterns = models
    .filter(({ parent }) => parent !== undefined)
    .map(({ name, path }) => {
      const segments = path.split('/').map((part) => (part.startsWith('{') ? '(?<id>[^/]+)' : part));
      return { name, pattern: new RegExp(`^${segments.join('/')}(?<rest>/.*)?$`) };
    });
  return (path) => {
    for (const { name, pattern } of patterns) {
      const { id, rest = '' } = pattern.exec(path)?.groups ?? {};
      if (id !== undefined) return { entity: name, id, rest };
    }
    return undefined;
  };
}
