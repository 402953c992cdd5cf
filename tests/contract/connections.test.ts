import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../services/products/demo/people.ts';
import { startServices, type TestServices } from './support/services.ts';

const console_ = mkdtempSync(join(tmpdir(), 'static-'));
let services: TestServices;
let port: number;
let token: string;
beforeAll(async () => {
  writeFileSync(join(console_, 'index.html'), '<!doctype html>');
  services = await startServices({ RATE_LIMIT: '0', STATIC_DIR: console_ });
  await services.app.listen({ host: '127.0.0.1', port: 0 });
  port = (services.app.server.address() as AddressInfo).port;
  const { AuthenticationResult } = (await services.signIn('owner', DEMO_PASSWORD)) as {
    AuthenticationResult: { IdToken: string };
  };
  token = AuthenticationResult.IdToken;
}, 120_000);
afterAll(async () => {
  await services.stop();
  rmSync(console_, { recursive: true });
});

interface Raw {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends bytes as they are and reads the one answer until the connection ends. */
function send(bytes: string | Buffer): Promise<Raw> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (part) => (text += part.toString('utf8')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n', 2);
      const [line = '', ...lines] = head.split('\r\n');
      const pairs = lines.map((one) => [
        one.slice(0, one.indexOf(':')),
        one.slice(one.indexOf(':') + 1).trim(),
      ]);
      resolve({ status: Number(line.split(' ')[1]), headers: Object.fromEntries(pairs), body });
    });
    socket.write(bytes);
  });
}

const HEAD = 'Host: console.example\r\nConnection: close\r\n';
const post = (headers: string, body: string): string =>
  `POST /api/v1/variables HTTP/1.1\r\n${HEAD}Authorization: Bearer ${token}\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;

describe('what is no HTTP', () => {
  it.each([
    ['a bad request line', () => 'NONSENSE\r\n\r\n', 400, 'MALFORMED'],
    ['another protocol', () => '\x16\x03\x01\x02\x00\x01\x00', 400, 'MALFORMED'],
    ['a version to come', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'MALFORMED'],
    ['a space in the address', () => `GET /a b HTTP/1.1\r\n${HEAD}\r\n`, 400, 'MALFORMED'],
    ['NUL in a header', () => `GET / HTTP/1.1\r\n${HEAD}X-A: a\0b\r\n\r\n`, 400, 'MALFORMED'],
    ['a header without a name', () => `GET / HTTP/1.1\r\n${HEAD}: a\r\n\r\n`, 400, 'MALFORMED'],
    ['no Host', () => 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'MALFORMED'],
    [
      'headers too large',
      () => `GET / HTTP/1.1\r\n${HEAD}X-A: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'TOO_LARGE',
    ],
    [
      'too many headers',
      () => `GET / HTTP/1.1\r\n${HEAD}${'X-A: 12345678\r\n'.repeat(2000)}\r\n`,
      431,
      'TOO_LARGE',
    ],
    ['an address too long', () => `GET /${'x'.repeat(9000)} HTTP/1.1\r\n${HEAD}\r\n`, 414, 'TOO_LARGE'],
    ['bad chunks', () => post('Transfer-Encoding: chunked\r\n', 'XYZ\r\nabc\r\n0\r\n\r\n'), 400, 'MALFORMED'],
    ['two lengths', () => post('Content-Length: 2\r\nContent-Length: 3\r\n', '{}'), 400, 'MALFORMED'],
    [
      'a length and chunks',
      () => post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'),
      400,
      'MALFORMED',
    ],
    ['a negative length', () => post('Content-Length: -1\r\n', '{}'), 400, 'MALFORMED'],
  ])('(%s) is refused in the shape of all errors', async (_, bytes, status, code) => {
    const answer = await send(bytes());
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({
      code,
      message: expect.any(String),
      requestId: answer.headers['x-request-id'],
    });
    expect(answer.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
  });
});

describe('hostile requests', () => {
  const METHODS = [
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'DELETE',
    'PATCH',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'PURGE',
    'M-SEARCH',
  ];
  const PATHS = [
    ...['/', '//', '/.', '/..', '/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/..%2f..%2fetc%2fpasswd'],
    ...[
      '/%252e%252e%252fetc%252fpasswd',
      '/..%5c..%5cwindows',
      '/%c0%ae%c0%ae/etc/passwd',
      '/%00',
      '/a%00.js',
      '/%',
    ],
    ...[
      '/%zz',
      '/%ff%fe',
      '/%ed%a0%80',
      '/*',
      '/?',
      '/??',
      '/#',
      '/;',
      '/api',
      '/api/',
      '/api/v1',
      '/api/v1/',
      '/api//v1',
    ],
    ...[
      '/api/v1/%00',
      '/api/v1/..%2f..',
      '/api/v1/__proto__',
      '/api/v1/constructor',
      '/api/v1/variables/__proto__',
    ],
    ...[
      '/api/v1/variables/%2525',
      '/api/v1/variables/%ff',
      '/api/v1/variables/a%00b',
      '/api/v1/variables/..%2fmembers',
    ],
    ...[
      '/api/v1/variables/%F0%9F%92%A9',
      `/api/v1/variables/${'x'.repeat(201)}`,
      '/api/v1/variables?%',
      '/api/v1/variables?%ff=%fe',
    ],
    ...[
      '/api/v1/variables?__proto__=1&constructor=2',
      '/api/v1/variables?take[]=1',
      '/api/v1/variables?take=1&take=2',
    ],
    ...[
      `/api/v1/variables?${'a&'.repeat(3000)}`,
      `/api/v1/variables?${'scope=bot&'.repeat(700)}`,
      '/assets/..%2f..%2fpackage.json',
    ],
    ...[
      '/user-pool/../api/v1/variables',
      '/user-pool/%2e',
      '/permissions/access/',
      '/permissions/%61ccess',
      '/socket/?EIO=9',
    ],
    ...['/healthz?x=%00', '/config.json/', '/index.html%00', 'http://elsewhere.example/healthz', '*'],
  ];

  it.each(METHODS)(
    'by %s are answered calmly on every path',
    async (method) => {
      const wrong: string[] = [];
      for (const path of PATHS)
        for (const authorization of ['', `Authorization: Bearer ${token}\r\n`]) {
          const { status, body } = await send(`${method} ${path} HTTP/1.1\r\n${HEAD}${authorization}\r\n`);
          const leaks = /\.ts:\d|node_modules|\bat .+\(|root:x:/.test(body);
          if (!(status >= 200 && status < 500) || leaks)
            wrong.push(`${path.slice(0, 60)}: ${status} ${body}`);
        }
      expect(wrong).toEqual([]);
    },
    60_000,
  );
});

describe('what API answers', () => {
  it.each([
    '/api/v1/variables',
    '/api/v1/variables/counts?by=scope',
    '/permissions/access',
    '/api/v1/members/me',
    '/healthz',
  ])('at %s is kept by nobody', async (url) => {
    const answer = await services.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});
