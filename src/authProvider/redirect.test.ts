import { afterEach, describe, expect, it } from 'vitest';
import { afterSignIn, loginPath, redirectTarget, safePath } from './redirect.ts';

describe('where sign-in leads', () => {
  afterEach(() => {
    document.cookie = 'redirect=; Path=/; Max-Age=0';
  });

  it('is the path that was asked for, with its query', () => {
    const login = loginPath('/chatbot/report/7?tab=a&x=1');
    expect(login).toBe('/login?redirect=%2Fchatbot%2Freport%2F7%3Ftab%3Da%26x%3D1');
    expect(redirectTarget(login.slice('/login'.length))).toBe('/chatbot/report/7?tab=a&x=1');
  });

  it('is the root when nothing was asked for', () => {
    expect(loginPath('/')).toBe('/login');
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

  it('is a stored redirect cookie first, once', () => {
    document.cookie = `redirect=${encodeURIComponent('/chatbot/report/9')}; Path=/`;
    expect(afterSignIn('?redirect=/teams')).toBe('/chatbot/report/9');
    expect(afterSignIn('?redirect=/teams')).toBe('/teams');
  });

  it('is not led astray by the cookie', () => {
    document.cookie = `redirect=${encodeURIComponent('//evil.example')}; Path=/`;
    expect(afterSignIn('')).toBe('/');
  });
});
