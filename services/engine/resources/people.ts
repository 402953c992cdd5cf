import type { Queryable } from '../storage/database.ts';
import { isId } from '../storage/matchSql.ts';
import { quotedTableName } from '../storage/sql.ts';
import type { Services } from './services.ts';

/** How a person is told of what happened. */
export type NoticeDeliveryMethod = 'console' | 'mail' | 'browser';

export interface Person {
  id: string;
  roles: string[];
  /** How the person wants to be told of a kind of things. */
  deliveryMethods: NoticeDeliveryMethod[];
}

interface StoredPerson {
  roles?: unknown;
  active?: unknown;
  /** Kinds by delivery method: what is left out of the console, what is sent by mail too, what the browser shows. */
  noticesLeftOut?: unknown;
  noticesByMail?: unknown;
  noticesInBrowser?: unknown;
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/**
 * Those who sign in and want to be told of a kind of things, or the one of them with this id; nobody where the product
 * has no people, or this one was deactivated.
 */
export async function findNoticeRecipients(
  { catalog }: Pick<Services, 'catalog'>,
  tx: Queryable,
  kind: string,
  id?: string,
): Promise<Person[]> {
  const people = catalog.resourceWithRole('users');
  if (!people || (id !== undefined && !isId(id))) return [];
  const rows = await tx.query<{ id: string; data: StoredPerson }>(
    `SELECT id::text AS id, data FROM ${quotedTableName(people.model)} WHERE data -> 'active' IS DISTINCT FROM 'false'::jsonb
       AND ($1::uuid IS NULL OR id = $1::uuid) ORDER BY id`,
    [id ?? null],
  );
  return rows.flatMap(({ id: person, data }) => {
    const wanted: [NoticeDeliveryMethod, boolean][] = [
      ['console', !texts(data.noticesLeftOut).includes(kind)],
      ['mail', texts(data.noticesByMail).includes(kind)],
      ['browser', texts(data.noticesInBrowser).includes(kind)],
    ];
    const deliveryMethods = wanted.filter(([, isWanted]) => isWanted).map(([method]) => method);
    return deliveryMethods.length > 0 ? [{ id: person, roles: texts(data.roles), deliveryMethods }] : [];
  });
}

/** The language that the person with this address chose for themself; undefined where they leave it to their browser. */
export async function chosenLanguage(
  { catalog, db }: Pick<Services, 'catalog' | 'db'>,
  email: string,
): Promise<string | undefined> {
  const people = catalog.resourceWithRole('users');
  if (!people) return undefined;
  const [person] = await db.query<{ language: string | null }>(
    `SELECT data ->> 'language' AS language FROM ${quotedTableName(people.model)} WHERE lower(data ->> 'email') = lower($1) LIMIT 1`,
    [email],
  );
  const { language } = person ?? {};
  return language && language !== 'browser' ? language : undefined;
}
