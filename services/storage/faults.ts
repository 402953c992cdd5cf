import { StorageError } from './database.ts';

/** What Node and PostgreSQL say, told in one line with what to do. Gives nothing when the fault is no storage fault. */
const FAULTS: Record<string, (place: string) => string> = {
  EACCES: (place) =>
    `${place} cannot be read and written by this user: change its permissions or choose another.`,
  EPERM: (place) =>
    `${place} cannot be read and written by this user: change its permissions or choose another.`,
  EROFS: (place) => `${place} is on a read-only disk: choose another.`,
  ENOTDIR: (place) => `${place} is not a folder: choose another.`,
  EEXIST: (place) => `${place} is not a folder: choose another.`,
  ENOSPC: (place) => `The disk of ${place} is full: make room and start again.`,
  '53100': (place) => `The disk of ${place} is full: make room and start again.`,
  ECONNREFUSED: (place) => `${place} does not answer: is it running, and are host and port right?`,
  ECONNRESET: (place) => `${place} closed the connection.`,
  ENOTFOUND: (place) => `${place} cannot be found: is the host name right?`,
  EAI_AGAIN: (place) => `${place} cannot be found: is the host name right?`,
  ETIMEDOUT: (place) => `${place} does not answer in time: are host and port right?`,
  EHOSTUNREACH: (place) => `${place} cannot be reached: are host and port right?`,
  ENETUNREACH: (place) => `${place} cannot be reached: are host and port right?`,
  '28P01': (place) => `${place} refuses the user name or password.`,
  '28000': (place) => `${place} refuses the user name or password.`,
  '3D000': (place) => `${place} has no such database: create it first.`,
  '53300': (place) => `${place} has no free connections: raise max_connections or stop what holds them.`,
  '42501': (place) => `${place} does not let this user create tables: grant CREATE on its schema.`,
  '57P03': (place) => `${place} is starting up or shutting down: try again in a moment.`,
};

/**
 * The fault as a StorageError where it is one of the known ones; else the error itself.
 * @param place what is at fault, as the person knows it: "The data folder /srv/data" or "The server db:5432/console"
 */
export function storageFault(error: unknown, place: string): unknown {
  if (error instanceof StorageError) return error;
  const told = FAULTS[faultCode(error)]?.(place) ?? byMessage(error, place);
  return told ? new StorageError(told, { cause: error }) : error;
}

function faultCode(error: unknown): string {
  const code: unknown = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string') return code;
  const nested: unknown = (error as { errors?: unknown } | null)?.errors;
  return Array.isArray(nested) && nested.length > 0 ? faultCode(nested[0]) : '';
}

function byMessage(error: unknown, place: string): string | undefined {
  const message = error instanceof Error ? error.message : '';
  if (/timeout exceeded when trying to connect|connection timeout/i.test(message))
    return FAULTS['ETIMEDOUT']?.(place);
  if (/no space left|ENOSPC/i.test(message)) return FAULTS['ENOSPC']?.(place);
  if (/password must be a string|client password/i.test(message)) return FAULTS['28P01']?.(place);
  if (/SSL/.test(message)) return `${place} wants another kind of connection: ${message}.`;
  return undefined;
}
