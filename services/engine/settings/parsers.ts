import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseServerAddress } from './serverAddress.ts';
import { withoutTrailing } from '../../../schemas/model/trim.ts';

/** Parses a setting's text: its value, or what is wrong with it and what is expected. */
export type Parser<T> = (text: string) => { value: T } | { fault: string; expected: string };

const invalidValue = (fault: string, expected: string): { fault: string; expected: string } => ({
  fault,
  expected,
});

function integer(minimum: number, maximum: number): Parser<number> {
  const expected = `a whole number from ${minimum} to ${maximum}`;
  return (text) => {
    if (!/^\d+$/.test(text)) return invalidValue('is not a whole number', expected);
    const value = Number(text);
    return value < minimum || value > maximum ? invalidValue('is out of range', expected) : { value };
  };
}

const flag: Parser<boolean> = (text) =>
  text === '1' || text === '0' ? { value: text === '1' } : invalidValue('is neither 1 nor 0', '1 or 0');

const text: Parser<string> = (value) =>
  /\p{Cc}/u.test(value) ? invalidValue('has control characters', 'plain text') : { value };

const host: Parser<string> = (value) =>
  /^[\w.:-]+$/.test(value)
    ? { value }
    : invalidValue('is not an address', 'an IP address or host name, such as 127.0.0.1 or 0.0.0.0');

/** Made absolute, so that the working directory does not matter later. */
const folder: Parser<string> = (value) =>
  value.includes('\0') ? invalidValue('is not a path', 'the path of a folder') : { value: resolve(value) };

function urlParser(protocols: string[], example: string): Parser<string> {
  return (value) => {
    const expected = `an address such as ${example}`;
    if (!URL.canParse(value)) return invalidValue('is not an address', expected);
    return protocols.includes(new URL(value).protocol)
      ? { value: withoutTrailing(value, '/') }
      : invalidValue(
          `does not begin with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
          expected,
        );
  };
}

const postgresUrl =
  (use: 'write' | 'read'): Parser<string> =>
  (given) => {
    const expected = 'an address such as postgres://user:password@host/database';
    const value = given.trim();
    if (!/^postgres(ql)?:\/\//i.test(value))
      return urlParser(['postgres:', 'postgresql:'], 'postgres://user:password@host/database')(value);
    try {
      parseServerAddress(value, use);
      return { value: withoutTrailing(value, '/') };
    } catch (error) {
      const [fault = ''] = (error as Error).message.split(':', 1);
      return invalidValue(fault === 'is no URL' ? 'is not an address' : fault, expected);
    }
  };

const origins: Parser<string[]> = (list) => {
  const value = list
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean);
  const bad = value.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  return bad === undefined
    ? { value }
    : invalidValue(`holds "${bad}", which is no origin`, 'origins such as https://console.example.com');
};

const texts: Parser<Record<string, string>> = (json) => {
  const expected = 'a JSON object of texts, such as {"CDN_URL": "https://cdn.example.com"}';
  try {
    const value: unknown = JSON.parse(json);
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
    if (!isObject) return invalidValue('is no JSON object', expected);
    const bad = Object.entries(value).find(([, one]) => typeof one !== 'string');
    return bad
      ? invalidValue(`holds "${bad[0]}", which is no text`, expected)
      : { value: value as Record<string, string> };
  } catch {
    return invalidValue('is no JSON', expected);
  }
};

/** 32 bytes in base64, as `openssl rand -base64 32` prints them. */
const key: Parser<Buffer> = (value) => {
  const bytes = Buffer.from(value, 'base64');
  return bytes.length === 32
    ? { value: bytes }
    : invalidValue('is not 32 bytes in base64', 'what "openssl rand -base64 32" prints');
};

const keys: Parser<Buffer[]> = (list) => {
  const value: Buffer[] = [];
  for (const one of list.split(',').filter((text) => text.trim() !== '')) {
    const outcome = key(one.trim());
    if (!('value' in outcome))
      return invalidValue(
        'holds what is not 32 bytes in base64',
        'keys of 32 bytes in base64, separated by commas',
      );
    value.push(outcome.value);
  }
  return { value };
};

/** Prefix of object keys, without slashes at its ends. */
const prefix: Parser<string> = (value) =>
  /^[\w.-]+(\/[\w.-]+)*$/.test(value)
    ? { value }
    : invalidValue(
        'is no folder of a bucket',
        'letters, digits, dots, dashes and slashes between them, such as backups',
      );

const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || rest.length > 0) return false;
  // A prefix of 0 would match every address.
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
};

/** Number of trusted proxies, or their addresses and networks. */
const proxies: Parser<number | string[]> = (list) => {
  if (/^\d+$/.test(list)) return integer(0, 10)(list);
  return parseNetworks(list, 'a number of proxies from 0 to 10, or networks such as 10.0.0.0/8, fd00::/8');
};

const networks: Parser<string[]> = (list) => parseNetworks(list, 'networks such as 10.0.0.0/8, fd00::/8');

function parseNetworks(list: string, expected: string): ReturnType<Parser<string[]>> {
  const value = list
    .split(',')
    .map((network) => network.trim())
    .filter(Boolean);
  const bad = value.find((network) => !isNetwork(network));
  return bad === undefined
    ? { value }
    : invalidValue(`holds "${bad}", which is no address or network`, expected);
}

function words<const W extends string>(...choices: W[]): Parser<W> {
  return (value) => {
    const word = choices.find((choice) => choice === value);
    return word === undefined ? invalidValue('is unknown', `one of ${choices.join(', ')}`) : { value: word };
  };
}

export const PARSERS = {
  integer,
  flag,
  text,
  host,
  folder,
  url: urlParser(['http:', 'https:'], 'https://service.example.com'),
  postgresUrl,
  smtpUrl: urlParser(['smtp:', 'smtps:'], 'smtp://user:password@host:587'),
  origins,
  networks,
  proxies,
  texts,
  key,
  keys,
  prefix,
  words,
};
