/** A server of those that an address names. */
export interface Host {
  host: string;
  port: number;
}

export interface ServerAddress {
  /** The address with the first host alone, as the driver reads it. */
  url: string;
  /** All of them, where it names several; none where the driver finds out by itself. */
  hosts: Host[];
  /** What people are told of it: without user, password and options. */
  label: string;
}

const EXPECTED = 'it should read postgres://user:password@host:5432/database';
const SCHEMES = ['postgres://', 'postgresql://'];
const WRITTEN = 'write host1:5432,host2:5432.';
const DEFAULT_PORT = 5432;
/** Sessions that take no writes; they may be asked for where nothing is written. */
const READING = new Set(['read-only', 'standby', 'prefer-standby']);
const WRITING = new Set(['read-write', 'primary']);

/**
 * Reads an address, which may name several hosts as libpq's do: `postgres://user@a:5432,b:5433/database`.
 * @param use what it is for; without it, only that it can be read is checked
 * @throws Error that says what is wrong, for people: "is no URL: …"
 */
export function readServerAddress(text: string, use?: 'write' | 'read'): ServerAddress {
  const { scheme, authority, rest } = partsOf(text);
  const user = authority.slice(0, authority.lastIndexOf('@') + 1);
  const hosts = authority.slice(user.length);
  const named = hosts.split(',');
  const urls = named.map((one) => `${scheme}${user}${one}${rest}`);
  const [url = ''] = urls;
  if (scheme === '' || !urls.every((one) => URL.canParse(one))) throw new Error(`is no URL: ${EXPECTED}.`);
  const { pathname, searchParams } = new URL(url);
  if (use === 'read' && named.length > 1)
    throw new Error('names several hosts: name the one replica that is read.');
  const wanted = searchParams.get('target_session_attrs');
  if (use === 'write' && wanted !== null && (named.length > 1 ? !WRITING.has(wanted) : READING.has(wanted)))
    throw new Error(
      `asks for target_session_attrs=${wanted}: the services write, so only read-write or primary will do.`,
    );
  if (named.length === 1) return { url, hosts: [], label: `${new URL(url).host}${pathname}` };
  if (named.includes('')) throw new Error(`names several hosts, one of them without a name: ${WRITTEN}`);
  if (searchParams.has('host') || searchParams.has('port'))
    throw new Error(`names several hosts and has a host or port among its options too: ${WRITTEN}`);
  const all = urls.map((one) => {
    const { hostname, port } = new URL(one);
    return { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || DEFAULT_PORT) };
  });
  return { url, hosts: all, label: `${named.join(',')}${pathname}` };
}

/** The same address for another database of the server. */
export function withDatabase(text: string, name: string): string {
  const { scheme, authority, rest } = partsOf(text);
  const options = rest.search(/[?#]/);
  return `${scheme}${authority}/${encodeURIComponent(name)}${options < 0 ? '' : rest.slice(options)}`;
}

/** @returns no scheme where it is none of PostgreSQL's */
function partsOf(given: string): { scheme: string; authority: string; rest: string } {
  const text = given.trim();
  const scheme = SCHEMES.find((one) => text.toLowerCase().startsWith(one)) ?? '';
  const after = text.slice(scheme.length);
  const end = after.search(/[/?#]/);
  const authority = end < 0 ? after : after.slice(0, end);
  return { scheme, authority, rest: after.slice(authority.length) };
}
