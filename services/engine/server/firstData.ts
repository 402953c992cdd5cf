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

/** Preloaded data of a page: the responses of the first requests that the console would make at an address. */
export interface FirstData {
  /** Responses as JSON texts, by URL. */
  answers: Map<string, string>;
  /** The end of the session's token, which the page compares with its own, so that it uses no other user's responses. */
  of?: string;
  /** Parts of the build that render the screen (`.vite/screens.json`). */
  parts: string[];
  /** The user's choice of a theme. */
  theme?: string;
  /** The language of the responses, where they would differ in another one. */
  language?: string;
}

/** The cookie with the token (src/authProvider/session.ts). */
const SESSION_COOKIE = /(?:^|;\s*)session=([\w.~+/=-]+)/;
/** Characters of the token's signature, which distinguish sessions and disclose nothing. */
const TOKEN_SUFFIX_LENGTH = 16;

const ACCESS = '/permissions/access';
const CONFIG = '/config.json';

type ServiceUrls = Pick<Settings, 'managementUrl' | 'chatbotUrl' | 'campaignUrl'>;

/**
 * Creates a reader of the responses to the console's first requests, by the routes that it would call itself. It leaves
 * rejected requests to the console. The session cookie is used only where a browser navigates to a page, not for
 * requests by other sites' code, and only for reading.
 */
export function firstDataReader(
  app: FastifyInstance,
  settings: ServiceUrls,
  product: () => ProductModel,
): (request: FastifyRequest) => Promise<FirstData> {
  const fetchInternally = async ({ ip, headers }: FastifyRequest, url: string, token?: string) => {
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
      token === undefined ? VISITOR_PLAN : planPreload(product(), settings, path, search);
    type Answer = [url: string, answer: string | undefined];
    let language: string | undefined;
    const load = async (url: string): Promise<Answer> => {
      const answer = await fetchInternally(request, url, token);
      language ??= answer?.language;
      return [url, answer?.body];
    };
    const loadList = async ({ viewsUrl, calls, referencedRecordUrls }: ListPreload): Promise<Answer[]> => {
      const preferenceAnswer = viewsUrl === undefined ? [] : [await load(viewsUrl)];
      const { rows, total, perPage } = calls(preferenceOf(preferenceAnswer[0]?.[1]));
      const rowsAnswer = await load(rows);
      const rowRecords = JSON.parse(rowsAnswer[1] ?? '[]') as Record<string, unknown>[];
      const relatedUrls = [
        ...referencedRecordUrls(rowRecords),
        ...(rowRecords.length > perPage ? [total] : []),
      ];
      return [...preferenceAnswer, rowsAnswer, ...(await Promise.all(relatedUrls.map(load)))];
    };
    const [initialAnswers, listed] = await Promise.all([
      Promise.all([CONFIG, ...calls].map(load)),
      list ? loadList(list) : [],
    ]);
    const allAnswers = [...initialAnswers, ...listed];
    const answers = new Map(allAnswers.filter((one): one is [string, string] => one[1] !== undefined));
    const access = answers.get(ACCESS);
    const theme = access === undefined ? undefined : themeOf(access);
    return { answers, of: token?.slice(-TOKEN_SUFFIX_LENGTH), parts, theme, language };
  };
}

/** The session's token, where the headers say that a browser navigates to the page. */
function sessionOf({ headers }: FastifyRequest): string | undefined {
  if (headers.origin !== undefined) return undefined;
  const { 'sec-fetch-site': site = 'none', 'sec-fetch-dest': destination = 'document' } = headers;
  if ((site !== 'none' && site !== 'same-origin') || destination !== 'document') return undefined;
  return SESSION_COOKIE.exec(headers.cookie ?? '')?.[1];
}

interface PreloadPlan {
  parts: string[];
  /** URLs of requests to services that run here. */
  calls: string[];
  list?: ListPreload;
}
/** The requests of a list: the user's stored preference, if there is one, decides which rows are requested. */
interface ListPreload {
  viewsUrl?: string;
  calls: (preference: ListPreference) => FirstListQueries;
  /** URLs of the records that the rows refer to in their columns. */
  referencedRecordUrls: (rows: readonly Record<string, unknown>[]) => string[];
}
const VISITOR_PLAN: PreloadPlan = { parts: ['visitor'], calls: [] };

function planPreload(
  product: ProductModel,
  settings: ServiceUrls,
  path: string,
  search: string,
): PreloadPlan {
  const access = settings.managementUrl === undefined ? [ACCESS] : [];
  const screen = screenAt(product.entities, path);
  if (!screen || screen.model.single || screen.model.parent) return { parts: ['console'], calls: access };
  const { model, view, params } = screen;
  const isForm = view === 'create' || view === 'edit';
  const hasList = view === 'list' || model.list.layout === 'split' || opensInDialog(model.form, view);
  const url = `/api/v1/${model.path}`;
  const record = params['id'] === undefined ? [] : [`${url}/${encodeURIComponent(params['id'])}`];
  const list: ListPreload = {
    ...(model.features.views && { viewsUrl: `${url}/views` }),
    calls: (preference) => {
      const { rows, total, perPage } = firstListQueries(model.list, search, preference);
      return { rows: url + rows, total: `${url}/total${total}`, perPage };
    },
    referencedRecordUrls: (rows) =>
      [...referencedIds(model, rows)].flatMap(([entity, ids]) => {
        const target = product.entities.find(({ name }) => name === entity);
        if (!target || target.parent || !isServedHere(target, settings)) return [];
        return [`/api/v1/${target.path}${recordsByIdQuery(ids)}`];
      }),
  };
  return {
    parts: [
      'console',
      ...(hasList ? ['list'] : []),
      ...(isForm ? ['form', `schema:${model.name}`] : []),
      ...(view === 'show' ? ['record'] : []),
    ],
    calls: [...access, ...(isServedHere(model, settings) ? record : [])],
    ...(hasList && isServedHere(model, settings) && { list }),
  };
}

function isServedHere({ service }: EntityModel, settings: ServiceUrls): boolean {
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
