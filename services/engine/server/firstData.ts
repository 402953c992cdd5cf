import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  firstListQueries,
  type FirstListQueries,
  type ListPreference,
  referencedIds,
  recordsByIdQuery,
} from '../../../schemas/model/listCalls.ts';
import { opensInDialog } from '../../../schemas/model/opensInDialog.ts';
import { screenAt } from '../../../schemas/model/screens.ts';
import type { EntityModel, ProductModel } from '../../../schemas/model/types.ts';
import type { Settings } from '../settings/settings.ts';

/** What the console would ask and fetch first at an address, by someone with this session. */
export interface FirstData {
  /** Answers as JSON texts, by the addresses of their calls. */
  answers: Map<string, string>;
  /** Whose answers they are: the end of the session's token, which the page compares with the one it has. */
  of?: string;
  /** Parts of the build that draw the screen (`.vite/screens.json`). */
  parts: string[];
  /** The person's choice of a theme. */
  theme?: string;
  /** The language that the answers are in, where they would differ in another one. */
  language?: string;
}

/** Where the console keeps the token (src/authProvider/session.ts). */
const SESSION = /(?:^|;\s*)session=([\w.~+/=-]+)/;
/** Characters of the token's signature that tell sessions apart and say nothing else. */
const TOKEN_SUFFIX_LENGTH = 16;

const ACCESS = '/permissions/access';
const CONFIG = '/config.json';

type Elsewhere = Pick<Settings, 'managementUrl' | 'chatbotUrl' | 'campaignUrl'>;

/**
 * Gives the answers to the calls with which the console begins, through the very routes that it would call: what they
 * refuse is left for it to ask. The session is only believed where a person opens a page: not in what other sites'
 * code asks for, and for reading alone.
 */
export function firstDataReader(
  app: FastifyInstance,
  settings: Elsewhere,
  product: () => ProductModel,
): (request: FastifyRequest) => Promise<FirstData> {
  const ask = async ({ ip, headers }: FastifyRequest, url: string, token?: string) => {
    const answer = await app.inject({
      url,
      remoteAddress: ip,
      headers: {
        ...(headers.host !== undefined && { host: headers.host }),
        ...(headers['accept-language'] !== undefined && { 'accept-language': headers['accept-language'] }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    });
    if (answer.statusCode !== 200) return undefined;
    return { body: answer.body, language: answer.headers['content-language']?.toString() };
  };

  return async (request) => {
    const [path = '', search = ''] = request.url.split('?', 2);
    const token = request.method === 'GET' ? sessionOf(request) : undefined;
    const { parts, calls, list } =
      token === undefined ? VISITOR : beginningOf(product(), settings, path, search);
    type Answer = [url: string, answer: string | undefined];
    let language: string | undefined;
    const bring = async (url: string): Promise<Answer> => {
      const answer = await ask(request, url, token);
      language ??= answer?.language;
      return [url, answer?.body];
    };
    const bringList = async ({ views, calls, named }: FirstList): Promise<Answer[]> => {
      const kept = views === undefined ? [] : [await bring(views)];
      const { rows, total, perPage } = calls(preferenceOf(kept[0]?.[1]));
      const listed = await bring(rows);
      const found = JSON.parse(listed[1] ?? '[]') as Record<string, unknown>[];
      const beside = [...named(found), ...(found.length > perPage ? [total] : [])];
      return [...kept, listed, ...(await Promise.all(beside.map(bring)))];
    };
    const [begun, listed] = await Promise.all([
      Promise.all([CONFIG, ...calls].map(bring)),
      list ? bringList(list) : [],
    ]);
    const asked = [...begun, ...listed];
    const answers = new Map(asked.filter((one): one is [string, string] => one[1] !== undefined));
    const access = answers.get(ACCESS);
    const theme = access === undefined ? undefined : themeOf(access);
    return { answers, of: token?.slice(-TOKEN_SUFFIX_LENGTH), parts, theme, language };
  };
}

/** The session's token, where a browser says that a person opens a page of ours. */
function sessionOf({ headers }: FastifyRequest): string | undefined {
  if (headers.origin !== undefined) return undefined;
  const { 'sec-fetch-site': site = 'none', 'sec-fetch-dest': use = 'document' } = headers;
  if ((site !== 'none' && site !== 'same-origin') || use !== 'document') return undefined;
  return SESSION.exec(headers.cookie ?? '')?.[1];
}

interface Beginning {
  parts: string[];
  /** Addresses of calls to services that answer here. */
  calls: string[];
  list?: FirstList;
}
/** The calls of a list: what the person prefers of it, if that is kept, tells which rows are asked for. */
interface FirstList {
  views?: string;
  calls: (kept: ListPreference) => FirstListQueries;
  /** Calls for the records that the rows name in their columns. */
  named: (rows: readonly Record<string, unknown>[]) => string[];
}
const VISITOR: Beginning = { parts: ['visitor'], calls: [] };

function beginningOf(product: ProductModel, settings: Elsewhere, path: string, search: string): Beginning {
  const access = settings.managementUrl === undefined ? [ACCESS] : [];
  const screen = screenAt(product.entities, path);
  if (!screen || screen.model.single || screen.model.parent) return { parts: ['console'], calls: access };
  const { model, view, params } = screen;
  const isForm = view === 'create' || view === 'edit';
  const hasList = view === 'list' || model.list.layout === 'split' || opensInDialog(model.form, view);
  const url = `/api/v1/${model.path}`;
  const record = params['id'] === undefined ? [] : [`${url}/${encodeURIComponent(params['id'])}`];
  const list: FirstList = {
    ...(model.features.views && { views: `${url}/views` }),
    calls: (kept) => {
      const { rows, total, perPage } = firstListQueries(model.list, search, kept);
      return { rows: url + rows, total: `${url}/total${total}`, perPage };
    },
    named: (rows) =>
      [...referencedIds(model, rows)].flatMap(([entity, ids]) => {
        const other = product.entities.find(({ name }) => name === entity);
        if (!other || other.parent || !isHere(other, settings)) return [];
        return [`/api/v1/${other.path}${recordsByIdQuery(ids)}`];
      }),
  };
  return {
    parts: [
      'console',
      ...(hasList ? ['list'] : []),
      ...(isForm ? ['form', `schema:${model.name}`] : []),
      ...(view === 'show' ? ['record'] : []),
    ],
    calls: [...access, ...(isHere(model, settings) ? record : [])],
    ...(hasList && isHere(model, settings) && { list }),
  };
}

function isHere({ service }: EntityModel, settings: Elsewhere): boolean {
  return settings[`${service}Url`] === undefined;
}

function preferenceOf(views: string | undefined): ListPreference {
  const { preference = {} } = JSON.parse(views ?? '{}') as { preference?: ListPreference };
  return preference;
}

function themeOf(access: string): string | undefined {
  const { user } = JSON.parse(access) as { user?: { theme?: unknown } };
  return user?.theme === 'light' || user?.theme === 'dark' ? user.theme : undefined;
}
