export interface Host {
  host: string;
  port: number;
}

export interface ServerAddress {
  /** The address with the first host only, which the driver can parse. */
  url: string;
  /** All hosts of an address with several; empty for a single host, which the driver reads from `url`. */
  hosts: Host[];
  /** For people: without user, password and options. */
  label: string;
}

const EXPECTED = 'it should read postgres://user:password@host:5432/database';
const SCHEMES = ['postgres://', 'postgresql://'];
const HOSTS_HINT = 'write host1:5432,host2:5432.';
const DEFAULT_PORT = 5432;
/** Values of `target_session_attrs` that exclude, or require, a writable server. */
const READ_ONLY_ATTRS = new Set(['read-only', 'standby', 'prefer-standby']);
const WRITABLE_ATTRS = new Set(['read-write', 'primary']);

/**
 * Parses a database address, which may name several hosts as in libpq: `postgres://user@a:5432,b:5433/database`.
 * @param use without it, only the syntax is checked
 * @throws Error for people: "is no URL: …"
 */
export function parseServerAddress(text: string, use?: 'write' | 'read'): ServerAddress {
  const { scheme, authority, rest } = splitAddress(text);
  const user = authority.slice(0, authority.lastIndexOf('@') + 1);
  const hosts = authority.slice(user.length);
  const hostNames = hosts.split(',');
  const urls = hostNames.map((one) => `${scheme}${user}${one}${rest}`);
  const [url = ''] = urls;
  if (scheme === '' || !urls.every((one) => URL.canParse(one))) throw new Error(`is no URL: ${EXPECTED}.`);
  const { pathname, searchParams } = new URL(url);
  if (use === 'read' && hostNames.length > 1)
    throw new Error('names several hosts: name the one replica that is read.');
  const sessionAttrs = searchParams.get('target_session_attrs');
  if (
    use === 'write' &&
    sessionAttrs !== null &&
    (hostNames.length > 1 ? !WRITABLE_ATTRS.has(sessionAttrs) : READ_ONLY_ATTRS.has(sessionAttrs))
  )
    throw new Error(
      `asks for target_session_attrs=${sessionAttrs}: the services write, so only read-write or primary will do.`,
    );
  if (hostNames.length === 1) return { url, hosts: [], label: `${new URL(url).host}${pathname}` };
  if (hostNames.includes(''))
    throw new Error(`names several hosts, one of them without a name: ${HOSTS_HINT}`);
  if (searchParams.has('host') || searchParams.has('port'))
    throw new Error(`names several hosts and has a host or port among its options too: ${HOSTS_HINT}`);
  const all = urls.map((one) => {
    const { hostname, port } = new URL(one);
    return { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || DEFAULT_PORT) };
  });
  return { url, hosts: all, label: `${hostNames.join(',')}${pathname}` };
}

/** The same address for another database of the server. */
export function withDatabase(text: string, name: string): string {
  const { scheme, authority, rest } = splitAddress(text);
  const options = rest.search(/[?#]/);
  return `${scheme}${authority}/${encodeURIComponent(name)}${options < 0 ? '' : rest.slice(options)}`;
}

/** @returns an empty scheme if it is not one of PostgreSQL's */
function splitAddress(given: string): { scheme: string; authority: string; rest: string } {
  const text = given.trim();
  const scheme = SCHEMES.find((one) => text.toLowerCase().startsWith(one)) ?? '';
  const after = text.slice(scheme.length);
  const end = after.search(/[/?#]/);
  const authority = end < 0 ? after : after.slice(0, end);
  return { scheme, authority, rest: after.slice(authority.length) };
}
