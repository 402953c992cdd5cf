import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepSessionAlive } from './keepAlive.ts';
import { endSession, onSessionEnd, sessionEndsAt, startSession } from './session.ts';
import { isAboutToExpire, sessionMsLeft } from './sessionClock.ts';
import { renewSession } from './userPool.ts';

vi.mock('./userPool.ts', () => ({ renewSession: vi.fn<() => Promise<void>>() }));

const MINUTE = 60_000;
const tokens = { token: 'aaa.bbb.ccc', refreshToken: 'refresh', username: 'owner' };
const beActive = () => dispatchEvent(new Event('keydown'));

describe('the life of a session', () => {
  let stop: () => void;
  beforeEach(() => {
    vi.useFakeTimers();
    endSession();
    startSession(tokens);
    vi.mocked(renewSession)
      .mockReset()
      .mockImplementation(() => {
        startSession(tokens);
        return Promise.resolve();
      });
    stop = keepSessionAlive();
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  it('is not renewed while it is young', () => {
    vi.advanceTimersByTime(9 * MINUTE);
    beActive();
    expect(renewSession).not.toHaveBeenCalled();
  });

  it('is extended to an hour from the person’s activity, with one call', async () => {
    await vi.advanceTimersByTimeAsync(20 * MINUTE);
    beActive();
    beActive();
    await vi.advanceTimersByTimeAsync(0);
    expect(renewSession).toHaveBeenCalledOnce();
    expect(sessionEndsAt() - Date.now()).toBe(60 * MINUTE);
  });

  it('is about to expire in its last five minutes, in which only the dialog extends it', async () => {
    await vi.advanceTimersByTimeAsync(55 * MINUTE - 1000);
    expect(isAboutToExpire()).toBe(false);
    await vi.advanceTimersByTimeAsync(2000);
    expect(isAboutToExpire()).toBe(true);
    expect(Math.round(sessionMsLeft() / 1000)).toBe(299);
    beActive();
    expect(renewSession).not.toHaveBeenCalled();
    startSession(tokens);
    expect(isAboutToExpire()).toBe(false);
  });

  it('is lost once, when its hour is over', async () => {
    const ended = vi.fn();
    const unsubscribe = onSessionEnd(ended);
    await vi.advanceTimersByTimeAsync(61 * MINUTE + 5000);
    expect(ended.mock.calls).toEqual([['lost']]);
    expect(isAboutToExpire()).toBe(false);
    unsubscribe();
  });

  it('is renewed at the next key where the renewal failed', async () => {
    vi.mocked(renewSession).mockRejectedValueOnce(new Error('offline'));
    await vi.advanceTimersByTimeAsync(20 * MINUTE);
    beActive();
    await vi.advanceTimersByTimeAsync(0);
    beActive();
    await vi.advanceTimersByTimeAsync(0);
    expect(renewSession).toHaveBeenCalledTimes(2);
  });
});
