import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  beforeSessionLost,
  endSession,
  isSignedIn,
  loseSession,
  onSessionEnd,
  sessionEndsAt,
  sessionToken,
  startSession,
} from './session.ts';

const tokens = { token: 'aaa.bbb.ccc', refreshToken: 'refresh', username: 'owner' };

describe('a session', () => {
  beforeEach(() => {
    endSession();
  });

  it('stores the token in a cookie for an hour', () => {
    const written = vi.spyOn(document, 'cookie', 'set');
    startSession(tokens);
    expect(written.mock.lastCall?.[0]).toBe('session=aaa.bbb.ccc; Path=/; Max-Age=3600; SameSite=Strict');
    expect(sessionToken()).toBe('aaa.bbb.ccc');
    expect(Math.round((sessionEndsAt() - Date.now()) / 1000)).toBe(3600);
  });

  it('leaves nothing behind when the person signs out', () => {
    startSession(tokens);
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    endSession();
    stop();
    expect(ended).toHaveBeenCalledWith('signed-out');
    expect(isSignedIn()).toBe(false);
    expect(localStorage).toHaveLength(0);
  });

  it('lets forms save their input before it is lost', () => {
    startSession(tokens);
    const order: string[] = [];
    const stopKeeping = beforeSessionLost(() => order.push('kept'));
    const stop = onSessionEnd((reason) => order.push(reason));
    loseSession();
    stopKeeping();
    stop();
    loseSession();
    expect(order).toEqual(['kept', 'lost']);
  });

  it('ends in every tab of the browser', () => {
    startSession(tokens);
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    dispatchEvent(new StorageEvent('storage', { key: 'session', oldValue: '{}', newValue: '{}' }));
    expect(ended).not.toHaveBeenCalled();
    dispatchEvent(new StorageEvent('storage', { key: 'session', oldValue: '{}', newValue: null }));
    stop();
    expect(ended).toHaveBeenCalledWith('signed-out');
  });

  it('survives unreadable storage', () => {
    startSession(tokens);
    localStorage.setItem('session', '{');
    expect(sessionEndsAt()).toBe(0);
    expect(isSignedIn()).toBe(true);
  });
});
