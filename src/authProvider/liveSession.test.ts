import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectSession, applySessionEvent } from './liveSession.ts';
import { endSession, onSessionEnd, startSession } from './session.ts';

const ended = vi.fn();
const refresh = vi.fn<() => Promise<void>>();

describe('an event about the session', () => {
  let stop: () => void;
  beforeEach(() => {
    vi.useFakeTimers();
    ended.mockReset();
    refresh.mockReset().mockResolvedValue();
    startSession({ token: 'a.b.c', refreshToken: 'r', username: 'owner' });
    stop = onSessionEnd(ended);
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
    endSession();
  });

  it('reloads the rights when they changed, however often that fails', () => {
    refresh.mockRejectedValueOnce(new Error('offline'));
    applySessionEvent('permissions.changed', refresh);
    applySessionEvent('permissions.changed', refresh);
    expect(refresh).toHaveBeenCalledTimes(2);
    expect(ended).not.toHaveBeenCalled();
  });

  it('reloads the rights when messages may have been missed', () => {
    applySessionEvent('resync', refresh);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('asks at a connection whether the rights changed before it', () => {
    applySessionEvent('connected', refresh);
    expect(refresh).toHaveBeenCalledWith(true);
  });

  it('loses a session that was ended elsewhere', () => {
    applySessionEvent('session.ended', refresh);
    vi.advanceTimersByTime(1000);
    expect(ended.mock.calls).toEqual([['lost']]);
  });

  it('does not turn a sign-out into a lost session', () => {
    applySessionEvent('session.ended', refresh);
    endSession();
    vi.advanceTimersByTime(1000);
    expect(ended.mock.calls).toEqual([['signed-out']]);
  });

  it('reloads the name of the workspace when its settings changed', () => {
    applySessionEvent('network.updated', refresh);
    expect(refresh).toHaveBeenCalledTimes(1);
    expect(ended).not.toHaveBeenCalled();
  });

  it('is received from the first key on, and not only once the browser is idle', () => {
    const before = vi.fn(() => new Promise<void>(() => undefined));
    const leave = connectSession(refresh, before);
    expect(before).not.toHaveBeenCalled();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
    expect(before).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10_000);
    expect(before).toHaveBeenCalledTimes(1);
    leave();
  });
});
