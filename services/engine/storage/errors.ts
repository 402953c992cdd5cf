import { StorageError } from './database.ts';

/** The embedded engine goes on by itself once there is room; a start has to be tried again. */
function diskFull(place: string): string {
  return `The disk of ${place[0]?.toLowerCase()}${place.slice(1)} is full: make room.`;
}

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100']);

/** Whether the fault, told or not, is a disk without room. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof StorageError) return isDiskFull(error.cause);
  return DISK_FULL.has(faultCode(error)) || (error instanceof Error && NO_ROOM.test(error.message));
}

const NO_ROOM = /no space left|ENOSPC|EDQUOT|quota exceeded|file too large|EFBIG/i;

/** What Node and PostgreSQL say, told in one line with what to do. Gives nothing when the fault is no storage fault. */
const FAULTS: Record<string, (place: string) => string> = {
  EACCES: (place) =>
    `${place} cannot be read and written by this user: change its permissions or choose another.`,
  EPERM: (place) =>
    `${place} cannot be read and written by this user: change its permissions or choose another.`,
  EROFS: (place) => `${place} is on a read-only disk: choose another.`,
  ENOTDIR: (place) => `${place} is not a folder: choose another.`,
  EEXIST: (place) => `${place} is not a folder: choose another.`,
  ENOSPC: (place) => diskFull(place),
  EDQUOT: (place) => diskFull(place),
  EFBIG: (place) => diskFull(place),
  '53100': (place) => diskFull(place),
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

/** Serialisation failure, deadlock, lock time-out: nothing was changed, and another try may succeed. */
const RETRYABLE = new Set(['40001', '40P01', '55P03']);

/**
 * The fault as a StorageError where it is one of the known ones; else the error itself.
 * @param place what is at fault, as the person knows it: "The data folder /srv/data" or "The server db:5432/console"
 */
export function toStorageError(error: unknown, place: string): unknown {
  if (error instanceof StorageError) return error;
  const code = faultCode(error);
  const told = FAULTS[code]?.(place) ?? byMessage(error, place);
  return told ? new StorageError(told, { cause: error, retryable: RETRYABLE.has(code) }) : error;
}

/** The server was not there, broke off, or takes no writes: it may all be well in a moment. */
const AWAY = new Set([
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

/** The server's own code for a write on a connection that takes none. */
export const READ_ONLY = '25006';
/** What whoever asked may have brought about: all connections are in use, or it does not write where it could. */
const MAYBE_OWN = new Set(['53300', READ_ONLY]);

/** Faults of the driver, by what it did; what stores of files or mail servers say in the same words is not among them. */
const ofDriver = new WeakMap<object, 'connect' | 'ask'>();

/** Notes that a fault is the driver's own. @returns the fault */
export function fromDriver(error: unknown, doing: 'connect' | 'ask'): unknown {
  if (typeof error === 'object' && error !== null) ofDriver.set(error, doing);
  return error;
}

/** Whether the fault, told or not, is that the database is away and not what was asked of it. */
export function isAway(error: unknown): boolean {
  if (error instanceof StorageError) return isAway(error.cause);
  const doing = error instanceof Error ? ofDriver.get(error) : undefined;
  if (!(error instanceof Error) || doing === undefined || error.message === POOL_FULL) return false;
  const code = faultCode(error);
  if (MAYBE_OWN.has(code)) return code === READ_ONLY && doing === 'connect';
  return AWAY.has(code) || CANNOT_CONNECT.test(error.message) || BROKEN.test(error.message);
}

/**
 * Whether the fault of the driver, told or not, leaves open that the same may be stored in a moment: for what can be stored
 * twice.
 */
export function mayPass(error: unknown): boolean {
  if (error instanceof StorageError) return mayPass(error.cause);
  if (!(error instanceof Error) || !ofDriver.has(error)) return false;
  return (
    isAway(error) || isReadTimeout(error) || error.message === POOL_FULL || MAYBE_OWN.has(faultCode(error))
  );
}

/** The pool's words for having no free connection. */
const POOL_FULL = 'timeout exceeded when trying to connect';
const CANNOT_CONNECT = /timeout exceeded when trying to connect|connection timeout|^timeout expired/i;
const BROKEN = /Connection terminated|Client has encountered a connection error|not queryable/;

function faultCode(error: unknown): string {
  const code: unknown = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string') return code;
  const nested: unknown = (error as { errors?: unknown } | null)?.errors;
  return Array.isArray(nested) && nested.length > 0 ? faultCode(nested[0]) : '';
}

/** The driver gave up waiting for an answer; whether the statement was carried out is not known. */
function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Whether the fault, told or not, is a server that does not answer. */
export function isSilent(error: unknown): boolean {
  return isReadTimeout(error) || (error instanceof StorageError && isReadTimeout(error.cause));
}

/** Whether the fault, told or not, is a server that has come to follow another one. */
export function isReadOnly(error: unknown): boolean {
  return faultCode(error instanceof StorageError ? error.cause : error) === READ_ONLY;
}

function byMessage(error: unknown, place: string): string | undefined {
  const message = error instanceof Error ? error.message : '';
  if (/unsupported startup parameter|prepared statement "s\d+" (does not|already)/.test(message))
    return `${place} stands behind a pooler of transactions: name the database itself, past the pooler, in DATABASE_SESSION_URL.`;
  // What poolers say for want of a code of their own.
  if (faultCode(error) === '08P01') return `${place} cannot be reached through its pooler: ${message}.`;
  if (CANNOT_CONNECT.test(message)) return FAULTS['ETIMEDOUT']?.(place);
  if (isReadTimeout(error)) return FAULTS['ETIMEDOUT']?.(place);
  if (BROKEN.test(message)) return FAULTS['ECONNRESET']?.(place);
  if (NO_ROOM.test(message)) return diskFull(place);
  if (/password must be a string|client password/i.test(message)) return FAULTS['28P01']?.(place);
  if (/SSL/.test(message)) return `${place} wants another kind of connection: ${message}.`;
  return undefined;
}
