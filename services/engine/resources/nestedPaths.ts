import type { EntityModel } from '../../../schemas/model/types.ts';

/** The parent record of a nested collection. */
export interface ParentRef {
  entity: string;
  /** The parent's id. */
  id: string;
}

/** Finds the nested collection of a path, the parent's id and the rest of the path. */
export type MatchNestedPath = (path: string) => (ParentRef & { rest: string }) | undefined;

/** Creates the matcher of a product's nested collections (`channels/{channel}/links`) and the paths below them. */
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
