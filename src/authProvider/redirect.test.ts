import { afterEach, describe, expect, it } from 'vitest';
import { afterSignIn, loginPath, redirectTarget, safePath } from './redirect.ts';

describe('the target after sign-in', () => {
  afterEach(() => {
    document.cookie = 'redirect=; Path=/; Max-Age=0';
  });

  it('is the requested path, with its query', () => {
    const login = loginPath('/chatbot/report/7?tab=a&x=1');
    expect(login).toBe('/login?redirect=%2Fchatbot%2Freport%2F7%3Ftab%3Da%26x%3D1');
    expect(redirectTarget(login.slice('/login'.length))).toBe('/chatbot/report/7?tab=a&x=1');
  });

  it.each(['/chatbot/report', '/chatbot/report/', '/chatbot/report/7', '/chatbot/report?type=users'])(
    'is the requested report: %s',
    (path) => {
      expect(redirectTarget(loginPath(path).slice('/login'.length))).toBe(path);
    },
  );

  it.each([
    '/',
    '/members',
    '/chatbot/reports',
    '/chatbot/report/7/more',
    '/chatbot/template?a=/chatbot/report',
  ])('is the root for any other: %s', (path) => {
    expect(loginPath(path)).toBe('/login');
  });

  it('is the root when no path was requested', () => {
    expect(redirectTarget('')).toBe('/');
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/..//evil.example',
    '/login?redirect=%2Flogin',
    '/change-password',
    '',
  ])('is never %j', (asked) => {
    expect(safePath(asked)).toBe('/');
  });

  it.each([
    '/%5Cevil.example',
    '/%2F%2Fevil.example',
    '/%09//evil.example',
    '/./\\evil.example',
    '/;@evil.example',
    '/\u2028/evil.example',
    '/https://evil.example',
  ])('stays on this site with %j', (asked) => {
    expect(new URL(safePath(asked), location.origin).origin).toBe(location.origin);
    expect(safePath(asked)).toMatch(/^\/(?![/\\])/);
  });

  it.each([
    '%2F%2Fevil.example',
    'https%3A%2F%2Fevil.example',
    'javascript%3Aalert(1)',
    '%5C%5Cevil.example',
    '%2F%5Cevil.example',
  ])('is the root for the parameter %s', (asked) => {
    expect(redirectTarget(`?redirect=${asked}`)).toBe('/');
  });

  it('is the path of the redirect cookie first, once', () => {
    document.cookie = `redirect=${encodeURIComponent('/chatbot/report/9')}; Path=/`;
    expect(afterSignIn('?redirect=/teams')).toBe('/chatbot/report/9');
    expect(afterSignIn('?redirect=/teams')).toBe('/teams');
  });

  it('is no other site, whatever the cookie says', () => {
    document.cookie = `redirect=${encodeURIComponent('//evil.example')}; Path=/`;
    expect(afterSignIn('')).toBe('/');
  });
});
