import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { readServerAddress } from './serverAddress.ts';
import { withoutTrailing } from '../../../schemas/model/trim.ts';

/** A setting's value, or what is wrong with the text and what is expected instead. */
export type Parser<T> = (text: string) => { value: T } | { fault: string; expected: string };

const refuse = (fault: string, expected: string): { fault: string; expected: string } => ({
  fault,
  expected,
});

function integer(minimum: number, maximum: number): Parser<number> {
  const expected = `a whole number from ${minimum} to ${maximum}`;
  return (text) => {
    if (!/^\d+$/.test(text)) return refuse('is not a whole number', expected);
    const value = Number(text);
    return value < minimum || value > maximum ? refuse('is out of range', expected) : { value };
  };
}

const flag: Parser<boolean> = (text) =>
  text === '1' || text === '0' ? { value: text === '1' } : refuse('is neither 1 nor 0', '1 or 0');

const text: Parser<string> = (value) =>
  /\p{Cc}/u.test(value) ? refuse('has control characters', 'plain text') : { value };

const host: Parser<string> = (value) =>
  /^[\w.:-]+$/.test(value)
    ? { value }
    : refuse('is not an address', 'an IP address or host name, such as 127.0.0.1 or 0.0.0.0');

/** Made absolute, so that it means the same folder wherever it is used. */
const folder: Parser<string> = (value) =>
  value.includes('\0') ? refuse('is not a path', 'the path of a folder') : { value: resolve(value) };

function urlOf(protocols: string[], example: string): Parser<string> {
  return (value) => {
    const expected = `an address such as ${example}`;
    if (!URL.canParse(value)) return refuse('is not an address', expected);
    return protocols.includes(new URL(value).protocol)
      ? { value: withoutTrailing(value, '/') }
      : refuse(`does not begin with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`, expected);
  };
}

/** Its own words say what is expected. */
const postgresUrl =
  (use: 'write' | 'read'): Parser<string> =>
  (given) => {
    const expected = 'an address such as postgres://user:password@host/database';
    const value = given.trim();
    if (!/^postgres(ql)?:\/\//i.test(value))
      return urlOf(['postgres:', 'postgresql:'], 'postgres://user:password@host/database')(value);
    try {
      readServerAddress(value, use);
      return { value: withoutTrailing(value, '/') };
    } catch (error) {
      const [fault = ''] = (error as Error).message.split(':', 1);
      return refuse(fault === 'is no URL' ? 'is not an address' : fault, expected);
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
    : refuse(`holds "${bad}", which is no origin`, 'origins such as https://console.example.com');
};

const texts: Parser<Record<string, string>> = (json) => {
  const expected = 'a JSON object of texts, such as {"CDN_URL": "https://cdn.example.com"}';
  try {
    const value: unknown = JSON.parse(json);
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
    if (!isObject) return refuse('is no JSON object', expected);
    const bad = Object.entries(value).find(([, one]) => typeof one !== 'string');
    return bad
      ? refuse(`holds "${bad[0]}", which is no text`, expected)
      : { value: value as Record<string, string> };
  } catch {
    return refuse('is no JSON', expected);
  }
};

/** 32 bytes in base64, as `openssl rand -base64 32` prints them. */
const key: Parser<Buffer> = (value) => {
  const bytes = Buffer.from(value, 'base64');
  return bytes.length === 32
    ? { value: bytes }
    : refuse('is not 32 bytes in base64', 'what "openssl rand -base64 32" prints');
};

const keys: Parser<Buffer[]> = (list) => {
  const value: Buffer[] = [];
  for (const one of list.split(',').filter((text) => text.trim() !== '')) {
    const outcome = key(one.trim());
    if (!('value' in outcome))
      return refuse(
        'holds what is not 32 bytes in base64',
        'keys of 32 bytes in base64, separated by commas',
      );
    value.push(outcome.value);
  }
  return { value };
};

/** Of keys in a bucket, without the slashes around it. */
const prefix: Parser<string> = (value) =>
  /^[\w.-]+(\/[\w.-]+)*$/.test(value)
    ? { value }
    : refuse(
        'is no folder of a bucket',
        'letters, digits, dots, dashes and slashes between them, such as backups',
      );

const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || rest.length > 0) return false;
  // A prefix of 0 would be everybody.
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
};

/** How many proxies stand in front, or the addresses and networks in which they are. */
const proxies: Parser<number | string[]> = (list) => {
  if (/^\d+$/.test(list)) return integer(0, 10)(list);
  return networksOf(list, 'a number of proxies from 0 to 10, or networks such as 10.0.0.0/8, fd00::/8');
};

const networks: Parser<string[]> = (list) => networksOf(list, 'networks such as 10.0.0.0/8, fd00::/8');

function networksOf(list: string, expected: string): ReturnType<Parser<string[]>> {
  const value = list
    .split(',')
    .map((network) => network.trim())
    .filter(Boolean);
  const bad = value.find((network) => !isNetwork(network));
  return bad === undefined ? { value } : refuse(`holds "${bad}", which is no address or network`, expected);
}

function words<const W extends string>(...choices: W[]): Parser<W> {
  return (value) => {
    const word = choices.find((choice) => choice === value);
    return word === undefined ? refuse('is unknown', `one of ${choices.join(', ')}`) : { value: word };
  };
}

export const PARSERS = {
  integer,
  flag,
  text,
  host,
  folder,
  url: urlOf(['http:', 'https:'], 'https://service.example.com'),
  postgresUrl,
  smtpUrl: urlOf(['smtp:', 'smtps:'], 'smtp://user:password@host:587'),
  origins,
  networks,
  proxies,
  texts,
  key,
  keys,
  prefix,
  words,
};
