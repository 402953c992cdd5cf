import { HttpError } from 'react-admin';
import { t } from '../../schemas/texts/translate.ts';

/** The body of a service's error response. */
export interface ErrorBody {
  code?: string;
  message?: string;
  /** Message by JSON pointer into the record. */
  fields?: Record<string, string>;
  /** `STALE`, `STATE`: the current record. */
  current?: unknown;
  /** `IN_USE`: where the record is used. */
  usedBy?: { entity: string; id: string; title: string }[];
  /** `IN_USE`: how many more records use it that the person may not see. */
  hidden?: number;
  /** Results of an action's checks: those that stop it, else the warnings that are not confirmed. */
  checks?: unknown[];
  requestId?: string;
}

/** The body of an HttpError of this console: the service's answer and its field errors in react-admin's nested shape. */
export type HttpErrorBody = ErrorBody & { errors?: NestedErrors };
export interface NestedErrors {
  [key: string]: string | NestedErrors;
}

export const GENERIC_TITLE = t('Oops! something went wrong');
export const GENERIC_MESSAGE = t('Please try again later');
export const CONNECTIVITY_MESSAGE = t('Please check your internet connection, or try again later.');
export const NOT_LOGGED_IN_MESSAGE = t('User not logged in');
export const GENERIC = `${GENERIC_TITLE}. ${GENERIC_MESSAGE}`;

/**
 * Text for a person by status: `service` stands for the service's own message, which says what is wrong.
 * A status that is not listed shows the generic text.
 */
const TEXTS: Record<number, string> = {
  0: CONNECTIVITY_MESSAGE,
  400: 'service',
  401: NOT_LOGGED_IN_MESSAGE,
  403: 'service',
  404: 'service',
  409: 'service',
  413: 'service',
  422: 'service',
  429: 'service',
};

/** The sentence to show for a response. For a 409 or 422 it is the first field's message, as it says what to correct. */
const errorText = (status: number, body: ErrorBody = {}): string => {
  const text = TEXTS[status];
  if (text === undefined) return GENERIC;
  if (text !== 'service') return text;
  return Object.values(body.fields ?? {})[0] ?? body.message ?? GENERIC;
};

/**
 * `{"/messages/0/text": "…"}` → `{messages: {"0": {text: "…"}}}`, the shape react-admin and rjsf expect of server
 * errors. An error of an object itself is kept as `_errors` beside those of its properties.
 */
const nestErrors = (fields: Record<string, string>): NestedErrors => {
  const root: NestedErrors = Object.create(null) as NestedErrors;
  for (const [pointer, message] of Object.entries(fields)) {
    const keys = pointer
      .split('/')
      .slice(1)
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = keys.pop() ?? '_errors';
    let level = root;
    for (const key of keys) {
      const below = level[key];
      const next: NestedErrors = typeof below === 'object' ? below : (Object.create(null) as NestedErrors);
      if (typeof below === 'string') next['_errors'] = below;
      level[key] = next;
      level = next;
    }
    const existing = level[last];
    if (typeof existing === 'object') existing['_errors'] = message;
    else level[last] = message;
  }
  return root;
};

/** Field errors of a failed save by JSON pointer; empty when the failure is not about fields. */
export const fieldErrors = (error: unknown): Record<string, string> =>
  (error instanceof HttpError && (error.body as HttpErrorBody | null)?.fields) || {};

/** The service's code of a failure (`STALE`, `IN_USE`, `DUPLICATE`…), if it gave one. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof HttpError ? (error.body as HttpErrorBody | null)?.code : undefined;

/** An HttpError with the agreed text (docs/product.md); `body.errors` only where it is about fields. */
export const toHttpError = (status: number, body: ErrorBody = {}): HttpError => {
  const errors = body.fields && { errors: nestErrors(body.fields) };
  return new HttpError(errorText(status, body), status, { ...body, ...errors } satisfies HttpErrorBody);
};
