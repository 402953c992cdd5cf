import { allowed, REFERENCE_ONLY } from '../../schemas/model/access.ts';
import type { ValuesInUse } from '../../schemas/model/types.ts';
import { config } from '../dataProvider/config.ts';
import type { HttpClient } from '../dataProvider/httpClient.ts';
import { entityOf, isOfParents } from '../dataProvider/scope.ts';
import type { Years } from '../i18n/years.ts';

/** Response of `GET /permissions/access`: the signed-in person and what the console may offer them. */
export interface Access {
  products: Record<string, string[]>;
  actions: string[];
  /** Used values that conditions of fields refer to, by `entity.field`. */
  inUse?: ValuesInUse;
  user: {
    id: string;
    username: string;
    name: string;
    email: string;
    roles: string[];
    networkId?: string | null;
    workspace?: string | { id?: string; name: string } | null;
    /** The color scheme that the person chose, for all their devices. */
    theme?: 'system' | 'light' | 'dark' | null;
    /** The same for the language: a code, or `browser`. */
    language?: string | null;
    /** Small version of the person's picture. */
    pictureUrl?: string | null;
    /** The era in which the workspace displays years. */
    years?: Years | null;
  };
}

/** React-admin's actions as operations of an entity; any other action is its own operation. */
const OPERATIONS: Record<string, string> = { list: 'read', show: 'read', export: 'read', edit: 'update' };

/** React-admin's actions that open a screen for reading. */
const SCREENS = ['list', 'show'];

/** Whether someone may do `action` (an action of react-admin, an operation or an action's id) on an entity. */
export const mayDo = (access: Pick<Access, 'actions'>, entity: string, action: string): boolean =>
  allowed(access, entityOf(entity), OPERATIONS[action] ?? action) &&
  // The list of parents is only for navigation to the records below them.
  !(isOfParents(entity) && (OPERATIONS[action] ?? action) !== 'read') &&
  !(SCREENS.includes(action) && allowed(access, entityOf(entity), REFERENCE_ONLY));

/** Whether the rights contain one of these product resources (`chatbot.entry`), or any of a product (`livechat`). */
export const mayEnter = (access: Pick<Access, 'products'>, resources: readonly string[]): boolean =>
  resources.some((required) => {
    const [product = '', resource] = required.split('.');
    const granted = access.products[product] ?? [];
    return resource ? granted.includes(resource) : granted.length > 0;
  });

/** Whether two responses grant the same rights; preferences may differ. */
export const hasSameRights = (one: Access, other: Access): boolean =>
  JSON.stringify(rightsOf(one)) === JSON.stringify(rightsOf(other));
const rightsOf = ({ products, actions, user: { id, roles, networkId } }: Access): unknown => [
  ...[products, actions, id, roles],
  networkId ?? null,
];

export interface AccessLoader {
  /** Fetches the rights once per page load; a failed attempt may be repeated. */
  (): Promise<Access>;
  /** The rights if they are loaded. */
  known: () => Access | undefined;
  /**
   * Reloads the rights and notifies the subscribers; with `onlyIfChanged` not when the response is the one that is known.
   * If that fails, the old ones remain.
   */
  refresh: (onlyIfChanged?: boolean) => Promise<void>;
  /** Calls the listener when the rights have changed. Returns unsubscribe. */
  subscribe: (listener: (access: Access) => void) => () => void;
}

/** @param preloaded the response embedded in the page, by address */
export const createAccessLoader = (
  http: HttpClient,
  preloaded: (address: string) => Access | undefined = () => undefined,
): AccessLoader => {
  const listeners = new Set<(access: Access) => void>();
  const address = `${config().services.management}/permissions/access`;
  let known = preloaded(address);
  let loading = known && Promise.resolve(known);
  let requestCount = 0;
  let latestAnswered = 0;
  /** Resolves to the latest rights, also when a later request was answered before this one. */
  const fetchAccess = async (): Promise<Access> => {
    const number = (requestCount += 1);
    const access = (await http(address)).json as Access;
    if (known && number < latestAnswered) return known;
    latestAnswered = number;
    known = access;
    return access;
  };
  const load = (): Promise<Access> => {
    loading ??= fetchAccess().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return Object.assign(load, {
    known: () => known,
    refresh: async (onlyIfChanged = false): Promise<void> => {
      const before = JSON.stringify(known);
      const access = await fetchAccess();
      loading = Promise.resolve(access);
      if (onlyIfChanged && JSON.stringify(access) === before) return;
      for (const listener of listeners) listener(access);
    },
    subscribe: (listener: (access: Access) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
};
