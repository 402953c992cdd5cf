import { describe, expect, it } from 'vitest';
import { declarePlatformAddress } from './platformAddresses.ts';
import { checkPlatformAddresses, describedSettings, readSettings } from './settings.ts';

describe('settings', () => {
  it('start the product on this machine with nothing set', () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      demo: true,
      databaseUrl: undefined,
    });
  });

  it('are read from the environment', () => {
    const settings = readSettings({
      PORT: '8080',
      DEMO: '0',
      CORS_ORIGINS: 'https://a.example, https://b.example',
    });
    expect(settings).toMatchObject({
      port: 8080,
      demo: false,
      corsOrigins: ['https://a.example', 'https://b.example'],
    });
  });

  it('take proxies by number or by network', () => {
    expect(readSettings({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    expect(readSettings({ TRUST_PROXY: '10.1.2.3, fd00::/8' }).trustProxy).toEqual(['10.1.2.3', 'fd00::/8']);
    expect(readSettings({}).trustProxy).toBe(0);
  });

  it('treat an empty variable as absent', () => {
    expect(readSettings({ PORT: '', LIVECHAT_URL: '' })).toMatchObject({
      port: 3000,
      livechatUrl: undefined,
    });
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT: "abc" is not a whole number; expected a whole number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT: "70000" is out of range; expected a whole number from 0 to 65535'],
    [{ DEMO: 'yes' }, 'DEMO: "yes" is neither 1 nor 0; expected 1 or 0'],
    [
      { HOST: 'a b' },
      'HOST: "a b" is not an address; expected an IP address or host name, such as 127.0.0.1 or 0.0.0.0',
    ],
    [
      { LIVECHAT_URL: 'ftp://x' },
      'LIVECHAT_URL: "ftp://x" does not begin with http:// or https://; expected an address such as https://service.example.com',
    ],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL: "loud" is unknown; expected one of silent, fatal, error, warn, info, debug, trace',
    ],
    [
      { CORS_ORIGINS: 'https://a.example/x' },
      'CORS_ORIGINS: "https://a.example/x" holds "https://a.example/x", which is no origin; expected origins such as https://console.example.com',
    ],
    [
      { USER_POOL_ID: 'p', USER_POOL_REGION: 'r' },
      'USER_POOL_CLIENT_ID: is missing; expected together with USER_POOL_REGION, USER_POOL_ID, USER_POOL_CLIENT_ID',
    ],
    [
      { TRUST_PROXY: 'loopback' },
      'TRUST_PROXY: "loopback" holds "loopback", which is no address or network; expected a number of proxies from 0 to 10, or networks such as 10.0.0.0/8, fd00::/8',
    ],
    [{ TRUST_PROXY: '10.0.0.0/8, 0.0.0.0/0' }, 'holds "0.0.0.0/0", which is no address or network'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'holds "10.0.0.0/33", which is no address or network'],
    [{ TRUST_PROXY: '99' }, 'TRUST_PROXY: "99" is out of range; expected a whole number from 0 to 10'],
  ])('name what is wrong with %o', (env, problem) => {
    expect(() => readSettings(env)).toThrow(problem);
  });

  it.each([
    [
      { DATABASE_READ_URL: 'postgres://replica/console' },
      'DATABASE_URL: is missing; expected together with DATABASE_READ_URL',
    ],
    [
      { DATABASE_SESSION_URL: 'postgres://db/console' },
      'DATABASE_URL: is missing; expected together with DATABASE_SESSION_URL',
    ],
    [
      { DATABASE_URL: 'postgres://db/console', DATABASE_READ_URL: 'postgres://db/console/' },
      'DATABASE_READ_URL: is the same as DATABASE_URL; expected a replica of it',
    ],
    [
      { DATABASE_URL: 'postgres://db/console', DATABASE_SESSION_URL: 'postgres://db/console' },
      'DATABASE_SESSION_URL: is the same as DATABASE_URL; expected the database itself, past the pooler',
    ],
    [
      { DATABASE_URL: 'postgres://db/c', DATABASE_READ_URL: 'replica' },
      'DATABASE_READ_URL: "replica" is not',
    ],
    [
      { DATABASE_URL: 'postgres://db/c', DATABASE_READ_URL: 'postgres://me@a,b/c' },
      'names several hosts; expected',
    ],
  ])('want every further address of the database to lead elsewhere: %o', (env, problem) => {
    expect(() => readSettings(env)).toThrow(problem);
  });

  it.each([
    { DATABASE_URL: ' POSTGRES://db/c?target_session_attrs=any ' },
    { DATABASE_URL: 'postgres://db/c', DATABASE_READ_URL: 'postgres://r/c?target_session_attrs=standby' },
  ])('read an address as written: %o', (env) => {
    expect(() => readSettings(env)).not.toThrow();
  });

  it('never print the password inside an address', () => {
    const several = { DATABASE_URL: 'postgres://db/c', DATABASE_READ_URL: 'postgres://me:secret@a,b/c' };
    expect(() => readSettings(several)).toThrow(/^(?!.*secret)DATABASE_READ_URL/);
    expect(() => readSettings({ DATABASE_URL: 'mysql://me:secret@host/db' })).toThrow(
      /^(?!.*secret)DATABASE_URL/,
    );
  });

  it('list all problems at once', () => {
    expect(() => readSettings({ PORT: 'x', DEMO: 'x' })).toThrow(/^PORT: .*\nDEMO: .*$/);
  });

  it('know where a platform is as its type of channel declares it, and name the variable that holds no address', () => {
    const pigeons = declarePlatformAddress({
      name: 'PIGEON_API_URL',
      description: 'Address of the loft.',
      fallback: 'https://loft.example',
    });
    expect(readSettings({}).addressOf(pigeons)).toBe('https://loft.example');
    expect(readSettings({ PIGEON_API_URL: 'http://127.0.0.1:9/' }).addressOf(pigeons)).toBe(
      'http://127.0.0.1:9',
    );
    expect(() => checkPlatformAddresses(readSettings({ PIGEON_API_URL: 'loft' }))).toThrow(
      /^PIGEON_API_URL: "loft" is no/,
    );
    expect(describedSettings()).toContainEqual(pigeons);
    expect(() => declarePlatformAddress(pigeons)).toThrow('Setting PIGEON_API_URL is declared twice');
  });

  it('are all described', () => {
    for (const { description } of describedSettings()) expect(description).toMatch(/\.$/);
  });
});
