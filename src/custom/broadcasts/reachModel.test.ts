import { describe, expect, it } from 'vitest';
import type { ReachResponse } from '../../../schemas/campaigns/responses.ts';
import { followerCountText, limitedAudienceText, buildReachRequest, countRecipients } from './reachModel.ts';

const NOW = Date.parse('2026-11-25T05:00:00.000Z');
const count = { friends: 12_431, blocked: 69, day: '2026-11-24' };
const answer = (own: Partial<ReachResponse>, people = 8_020, blocked = 0): ReachResponse =>
  ({
    reach: {
      people,
      targeted: people + blocked,
      blocked,
      outsideWindow: 0,
      ended: 0,
      onOtherChannels: 0,
      leftOut: 0,
    },
    everyone: { includesUnknownFollowers: false, count },
    personal: [],
    ...own,
  }) as ReachResponse;

describe('the text about everyone', () => {
  it('is the platform’s own count with its day', () => {
    expect(followerCountText({ includesUnknownFollowers: true, count }, NOW)).toBe(
      '12,431 by LINE’s count of yesterday',
    );
    // The platform's day ends two hours before the workspace's.
    const late = Date.parse('2026-11-24T16:30:00.000Z');
    expect(followerCountText({ includesUnknownFollowers: true, count }, late)).toBe(
      '12,431 by LINE’s count of today',
    );
    const older = { ...count, day: '2026-11-20' };
    expect(followerCountText({ includesUnknownFollowers: true, count: older }, NOW)).toBe(
      '12,431 by LINE’s count of 20 Nov 2026',
    );
    expect(followerCountText({ includesUnknownFollowers: true, count: null }, NOW)).toBeUndefined();
  });

  it.each<[string, Partial<ReachResponse>, string | undefined]>([
    ['all friends', { everyone: { includesUnknownFollowers: true, count } }, undefined],
    ['a segment', { everyone: null, personal: ['language'] }, undefined],
    [
      'a variable of people',
      { personal: ['display_name'] },
      '{{display_name}} differs from person to person, so it goes only to people known here. 4,411 friends won’t get it.',
    ],
    [
      'several of them, and no count',
      { everyone: { includesUnknownFollowers: false, count: null }, personal: ['a', 'b', 'c'] },
      '{{a}}, {{b}} and {{c}} differ from person to person, so it goes only to people known here. Friends who are not known here won’t get it.',
    ],
    [
      'somebody left out',
      {},
      'Somebody is left out, so it goes only to people known here. 4,411 friends won’t get it.',
    ],
  ])('why it goes to known people alone: %s', (_, own, said) => {
    expect(limitedAudienceText(answer(own))).toBe(said);
  });

  it('people who block the channel are no friends, and one friend is singular', () => {
    expect(limitedAudienceText(answer({}, 12_430, 50))).toMatch(/people known here. 1 friend won’t get it.$/);
  });

  it('the quota is for all friends, or for known people', () => {
    expect(countRecipients(answer({ everyone: { includesUnknownFollowers: true, count } }))).toBe(12_431);
    expect(countRecipients(answer({ everyone: { includesUnknownFollowers: true, count: null } }))).toBe(
      8_020,
    );
    expect(countRecipients(answer({}))).toBe(8_020);
  });
});

describe('the request for the reach', () => {
  const messages = [{ type: 'text', text: 'Dear {{display_name|you}}, {{price}}' }];

  it('has the fields that it depends on, and names of variables instead of messages', () => {
    const values = { name: 'x', channel: 'c', target: 'everyone', people: '', withoutTags: [], messages };
    expect(buildReachRequest({ ...values, content: 'written', template: 't' }, 'b1')).toEqual({
      ...{ channel: 'c', target: 'everyone', variables: ['display_name', 'price'], campaign: 'b1' },
    });
  });

  it('has those of the template, where the message is one', () => {
    expect(
      buildReachRequest({ channel: 'c', content: 'template', template: 't', messages }, undefined),
    ).toEqual({
      ...{ channel: 'c', template: 't' },
    });
  });
});
