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
const DEFAULT_PORT = 5432;

/**
 * Reads an address, which may name several hosts as libpq's do: `postgres://user@a:5432,b:5433/database`.
 * @throws Error that says what is wrong, for people: "is no URL: …"
 */
export function readServerAddress(text: string): ServerAddress {
  const scheme = SCHEMES.find((one) => text.startsWith(one)) ?? '';
  const after = text.slice(scheme.length);
  const end = after.search(/[/?#]/);
  const authority = end < 0 ? after : after.slice(0, end);
  const rest = after.slice(authority.length);
  const user = authority.slice(0, authority.lastIndexOf('@') + 1);
  const hosts = authority.slice(user.length);
  const named = hosts.split(',');
  const urls = named.map((one) => `${scheme}${user}${one}${rest}`);
  const [url = ''] = urls;
  if (scheme === '' || !urls.every((one) => URL.canParse(one))) throw new Error(`is no URL: ${EXPECTED}.`);
  const { pathname, searchParams } = new URL(url);
  const wanted = searchParams.get('target_session_attrs');
  if (wanted !== null && wanted !== 'read-write' && wanted !== 'primary')
    throw new Error(
      `asks for target_session_attrs=${wanted}: the services write, so only read-write or primary will do.`,
    );
  if (named.length === 1) return { url, hosts: [], label: `${new URL(url).host}${pathname}` };
  if (named.includes('') || searchParams.has('host') || searchParams.has('port'))
    throw new Error(`names several hosts, one of them without a name: write host1:5432,host2:5432.`);
  const all = urls.map((one) => {
    const { hostname, port } = new URL(one);
    return { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || DEFAULT_PORT) };
  });
  return { url, hosts: all, label: `${named.join(',')}${pathname}` };
}
