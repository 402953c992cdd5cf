import { allowed } from '../../schemas/model/access.ts';
import { config } from '../config.ts';
import type { HttpClient } from '../dataProvider/httpClient.ts';

/** `GET /permissions/access`: who is signed in and what the console may offer them. */
export interface Access {
  products: Record<string, string[]>;
  actions: string[];
  user: {
    id: string;
    username: string;
    name: string;
    email: string;
    roles: string[];
    networkId?: string | null;
    workspace?: string | { id?: string; name: string } | null;
  };
}

/** React-admin's actions as the operations of an entity; others (an action's id) are what they are called. */
const OPERATIONS: Record<string, string> = { list: 'read', show: 'read', export: 'read', edit: 'update' };

/** Whether someone may do `action` (react-admin's word, an operation or an action's id) on an entity. */
export const mayDo = (access: Pick<Access, 'actions'>, entity: string, action: string): boolean =>
  allowed(access, entity, OPERATIONS[action] ?? action);

/** Whether the rights hold one of these product resources (`chatbot.entry`), or anything of a product (`livechat`). */
export const mayEnter = (access: Pick<Access, 'products'>, resources: readonly string[]): boolean =>
  resources.some((wanted) => {
    const [product = '', resource] = wanted.split('.');
    const given = access.products[product] ?? [];
    return resource ? given.includes(resource) : given.length > 0;
  });

/** Fetches the rights once for the life of the page; a failed attempt may be repeated. */
export const createAccessLoader = (http: HttpClient): (() => Promise<Access>) => {
  let loading: Promise<Access> | undefined;
  return () => {
    loading ??= http(`${config().services.management}/permissions/access`).then(
      (answer) => answer.json as Access,
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
};
