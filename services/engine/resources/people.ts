import type { Queryable } from '../storage/database.ts';
import { isId } from '../storage/matchSql.ts';
import { quotedTableName } from '../storage/sql.ts';
import type { Services } from './services.ts';

/** A channel over which a person gets notices. */
export type NoticeDeliveryMethod = 'console' | 'mail' | 'browser';

export interface Person {
  id: string;
  roles: string[];
  /** Those that the person has chosen for the kind of notice. */
  deliveryMethods: NoticeDeliveryMethod[];
}

interface StoredPerson {
  roles?: unknown;
  active?: unknown;
  /** Kinds of notices: muted in the console, also sent by mail, also shown by the browser. */
  noticesLeftOut?: unknown;
  noticesByMail?: unknown;
  noticesInBrowser?: unknown;
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/**
 * The active users who want notices of a kind, or the one with this id; empty if the product has no users.
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
      ['console', !textsIn(data.noticesLeftOut).includes(kind)],
      ['mail', textsIn(data.noticesByMail).includes(kind)],
      ['browser', textsIn(data.noticesInBrowser).includes(kind)],
    ];
    const deliveryMethods = wanted.filter(([, isWanted]) => isWanted).map(([method]) => method);
    return deliveryMethods.length > 0 ? [{ id: person, roles: textsIn(data.roles), deliveryMethods }] : [];
  });
}

/** The language that the user with this mail address has chosen; undefined if they leave it to their browser. */
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
