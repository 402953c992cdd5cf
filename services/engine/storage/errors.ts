import { StorageError } from './database.ts';

/** The embedded engine goes on by itself once there is room; a start has to be tried again. */
function diskFullMessage(place: string): string {
  return `The disk of ${place[0]?.toLowerCase()}${place.slice(1)} is full: make room.`;
}

const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100']);

/** Whether the error, wrapped or not, is a full disk. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof StorageError) return isDiskFull(error.cause);
  return (
    DISK_FULL_CODES.has(errorCode(error)) || (error instanceof Error && DISK_FULL_PATTERN.test(error.message))
  );
}

const DISK_FULL_PATTERN = /no space left|ENOSPC|EDQUOT|quota exceeded|file too large|EFBIG/i;

/** Messages for people by the error code of Node or PostgreSQL. */
const MESSAGES_BY_CODE: Record<string, (place: string) => string> = {
  EACCES: (place) =>
    `${place} cannot be read and written by this user: change its permissions or choose another.`,
  EPERM: (place) =>
    `${place} cannot be read and written by this user: change its permissions or choose another.`,
  EROFS: (place) => `${place} is on a read-only disk: choose another.`,
  ENOTDIR: (place) => `${place} is not a folder: choose another.`,
  EEXIST: (place) => `${place} is not a folder: choose another.`,
  ENOSPC: (place) => diskFullMessage(place),
  EDQUOT: (place) => diskFullMessage(place),
  EFBIG: (place) => diskFullMessage(place),
  '53100': (place) => diskFullMessage(place),
  ECONNREFUSED: (place) => `${place} does not answer: is it running, and are host and port right?`,
  ECONNRESET: (place) => `${place} closed the connection.`,
  ENOTFOUND: (place) => `${place} cannot be found: is the host name right?`,
  EAI_AGAIN: (place) => `${place} cannot be found: is the host name right?`,
  ETIMEDOUT: (place) => `${place} does not answer in time: is it reachable and not overloaded?`,
  EHOSTUNREACH: (place) => `${place} cannot be reached: are host and port right?`,
  ENETUNREACH: (place) => `${place} cannot be reached: are host and port right?`,
  '28P01': (place) => `${place} refuses the user name or password.`,
  '28000': (place) => `${place} refuses the user name or password.`,
  '3D000': (place) => `${place} has no such database: create it first.`,
  '53300': (place) => `${place} has no free connections: raise max_connections or stop what holds them.`,
  '42501': (place) => `${place} does not let this user create tables: grant CREATE on its schema.`,
  '57P03': (place) => `${place} is starting up or shutting down: try again in a moment.`,
  '57P01': (place) => `${place} ended the connection.`,
  '57P02': (place) => `${place} ended the connection.`,
  '57P05': (place) => `${place} ended the connection.`,
  '25P03': (place) => `${place} ended a transaction that stood still for too long.`,
  '25006': (place) => `${place} takes no writes: it follows another one, which may be about to take over.`,
  '08006': (place) => `${place} closed the connection.`,
  EPIPE: (place) => `${place} closed the connection.`,
  '57014': (place) => `${place} took too long for a statement, which was cancelled.`,
  '40001': (place) => `${place} undid a change that another one came in between: try again.`,
  '40P01': (place) => `${place} undid a change that waited for another one crosswise: try again.`,
  '55P03': (place) => `${place} waited too long for what another change holds: try again.`,
};

/** Serialisation failure, deadlock, lock time-out: nothing was changed, and a retry may succeed. */
const RETRYABLE_CODES = new Set(['40001', '40P01', '55P03']);

/**
 * Wraps a known error in a StorageError; returns any other as it is.
 * @param place what failed, as the person knows it: "The data folder /srv/data" or "The server db:5432/console"
 */
export function toStorageError(error: unknown, place: string): unknown {
  if (error instanceof StorageError) return error;
  const code = errorCode(error);
  const message = MESSAGES_BY_CODE[code]?.(place) ?? messageByPattern(error, place);
  return message ? new StorageError(message, { cause: error, retryable: RETRYABLE_CODES.has(code) }) : error;
}

/** The server cannot be reached, closed the connection, or takes no writes: it may be back in a moment. */
const UNAVAILABLE_CODES = new Set([
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
  ],
  ...['57P01', '57P02', '57P03', '08006', '25006', '53300'],
]);

/** PostgreSQL's code for a write on a read-only connection. */
export const READ_ONLY_CODE = '25006';
/** Codes that the caller may have caused: it uses all connections, or writes in a read-only transaction. */
const AMBIGUOUS_CODES = new Set(['53300', READ_ONLY_CODE]);

/** Errors of the database driver, by what it did: file stores and mail servers fail with the same codes. */
const driverErrors = new WeakMap<object, 'connect' | 'query'>();

/** Marks an error as one of the database driver. @returns the error */
export function markDriverError(error: unknown, doing: 'connect' | 'query'): unknown {
  if (typeof error === 'object' && error !== null) driverErrors.set(error, doing);
  return error;
}

/** Whether the error, wrapped or not, means that the database is down, whatever the statement. */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof StorageError) return isDatabaseDown(error.cause);
  const doing = error instanceof Error ? driverErrors.get(error) : undefined;
  if (!(error instanceof Error) || doing === undefined || error.message === POOL_EXHAUSTED_MESSAGE)
    return false;
  const code = errorCode(error);
  if (AMBIGUOUS_CODES.has(code)) return code === READ_ONLY_CODE && doing === 'connect';
  return (
    UNAVAILABLE_CODES.has(code) ||
    CONNECT_TIMEOUT_PATTERN.test(error.message) ||
    CONNECTION_LOST_PATTERN.test(error.message)
  );
}

/** Whether an idempotent write may succeed in a moment after this error of the driver, wrapped or not. */
export function isTransient(error: unknown): boolean {
  if (error instanceof StorageError) return isTransient(error.cause);
  if (!(error instanceof Error) || !driverErrors.has(error)) return false;
  return (
    isDatabaseDown(error) ||
    isReadTimeout(error) ||
    error.message === POOL_EXHAUSTED_MESSAGE ||
    AMBIGUOUS_CODES.has(errorCode(error))
  );
}

/** The pool's message when it has no free connection. */
const POOL_EXHAUSTED_MESSAGE = 'timeout exceeded when trying to connect';
const CONNECT_TIMEOUT_PATTERN =
  /timeout exceeded when trying to connect|connection timeout|^timeout expired/i;
const CONNECTION_LOST_PATTERN =
  /Connection terminated|Client has encountered a connection error|not queryable/;

function errorCode(error: unknown): string {
  const code: unknown = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string') return code;
  const nested: unknown = (error as { errors?: unknown } | null)?.errors;
  return Array.isArray(nested) && nested.length > 0 ? errorCode(nested[0]) : '';
}

/** The driver gave up waiting for a response; the statement may have been executed. */
function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Whether the error, wrapped or not, is a statement that the server did not respond to. */
export function isUnresponsive(error: unknown): boolean {
  return isReadTimeout(error) || (error instanceof StorageError && isReadTimeout(error.cause));
}

/** Whether the error, wrapped or not, is a server that became a standby. */
export function isReadOnly(error: unknown): boolean {
  return errorCode(error instanceof StorageError ? error.cause : error) === READ_ONLY_CODE;
}

function messageByPattern(error: unknown, place: string): string | undefined {
  const message = error instanceof Error ? error.message : '';
  if (/unsupported startup parameter|prepared statement "s\d+" (does not|already)/.test(message))
    return `${place} stands behind a pooler of transactions: name the database itself, past the pooler, in DATABASE_SESSION_URL.`;
  // Poolers use this code for their own errors.
  if (errorCode(error) === '08P01') return `${place} cannot be reached through its pooler: ${message}.`;
  if (CONNECT_TIMEOUT_PATTERN.test(message)) return MESSAGES_BY_CODE['ETIMEDOUT']?.(place);
  if (isReadTimeout(error)) return MESSAGES_BY_CODE['ETIMEDOUT']?.(place);
  if (CONNECTION_LOST_PATTERN.test(message)) return MESSAGES_BY_CODE['ECONNRESET']?.(place);
  if (DISK_FULL_PATTERN.test(message)) return diskFullMessage(place);
  if (/password must be a string|client password/i.test(message)) return MESSAGES_BY_CODE['28P01']?.(place);
  if (/SSL/.test(message)) return `${place} wants another kind of connection: ${message}.`;
  return undefined;
}
