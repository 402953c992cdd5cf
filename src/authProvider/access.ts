import { allowed, REFERENCE_ONLY } from '../../schemas/model/access.ts';
import type { ValuesInUse } from '../../schemas/model/types.ts';
import { config } from '../dataProvider/config.ts';
import type { HttpClient } from '../dataProvider/httpClient.ts';
import { entityOf, isOfParents } from '../dataProvider/scope.ts';
import type { Years } from '../i18n/years.ts';

/** `GET /permissions/access`: who is signed in and what the console may offer them. */
export interface Access {
  products: Record<string, string[]>;
  actions: string[];
  /** Values in use that conditions of fields name, by `entity.field`. */
  inUse?: ValuesInUse;
  user: {
    id: string;
    username: string;
    name: string;
    email: string;
    roles: string[];
    networkId?: string | null;
    workspace?: string | { id?: string; name: string } | null;
    /** What the person chose for themselves, on whatever device. */
    theme?: 'system' | 'light' | 'dark' | null;
    /** As `theme`: a language, or `browser`. */
    language?: string | null;
    /** Their own picture, small. */
    pictureUrl?: string | null;
    /** How the workspace counts years. */
    years?: Years | null;
  };
}

/** React-admin's actions as the operations of an entity; others (an action's id) are what they are called. */
const OPERATIONS: Record<string, string> = { list: 'read', show: 'read', export: 'read', edit: 'update' };

/** React-admin's actions that lead to a screen to read. */
const SCREENS = ['list', 'show'];

/** Whether someone may do `action` (react-admin's word, an operation or an action's id) on an entity. */
export const mayDo = (access: Pick<Access, 'actions'>, entity: string, action: string): boolean =>
  allowed(access, entityOf(entity), OPERATIONS[action] ?? action) &&
  // What records are below is only gone through on the way to them.
  !(isOfParents(entity) && (OPERATIONS[action] ?? action) !== 'read') &&
  !(SCREENS.includes(action) && allowed(access, entityOf(entity), REFERENCE_ONLY));

/** Whether the rights hold one of these product resources (`chatbot.entry`), or anything of a product (`livechat`). */
export const mayEnter = (access: Pick<Access, 'products'>, resources: readonly string[]): boolean =>
  resources.some((wanted) => {
    const [product = '', resource] = wanted.split('.');
    const given = access.products[product] ?? [];
    return resource ? given.includes(resource) : given.length > 0;
  });

/** Whether both may do and see the same; how the console looks to them may differ. */
export const hasSameRights = (one: Access, other: Access): boolean =>
  JSON.stringify(rightsOf(one)) === JSON.stringify(rightsOf(other));
const rightsOf = ({ products, actions, user: { id, roles, networkId } }: Access): unknown => [
  ...[products, actions, id, roles],
  networkId ?? null,
];

export interface AccessLoader {
  /** Fetches the rights once for the life of the page; a failed attempt may be repeated. */
  (): Promise<Access>;
  /** The rights as far as they are known by now. */
  known: () => Access | undefined;
  /** Fetches them anew, because they have changed, and tells the subscribers. Where that fails, the old ones stay. */
  refresh: () => Promise<void>;
  /** Tells when the rights have changed. Returns how to stop listening. */
  subscribe: (listener: (access: Access) => void) => () => void;
}

/** @param brought what the page itself says in the place of an answer. */
export const createAccessLoader = (
  http: HttpClient,
  brought: (address: string) => Access | undefined = () => undefined,
): AccessLoader => {
  const listeners = new Set<(access: Access) => void>();
  const address = `${config().services.management}/permissions/access`;
  let known = brought(address);
  let loading = known && Promise.resolve(known);
  let asked = 0;
  let answered = 0;
  /** The rights as answered, or as a later request was answered before this one. */
  const ask = async (): Promise<Access> => {
    const number = (asked += 1);
    const access = (await http(address)).json as Access;
    if (known && number < answered) return known;
    answered = number;
    known = access;
    return access;
  };
  const load = (): Promise<Access> => {
    loading ??= ask().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return Object.assign(load, {
    known: () => known,
    refresh: async (): Promise<void> => {
      const access = await ask();
      loading = Promise.resolve(access);
      for (const listener of listeners) listener(access);
    },
    subscribe: (listener: (access: Access) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
};
