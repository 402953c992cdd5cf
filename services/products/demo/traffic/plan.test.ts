import { describe, expect, it } from 'vitest';
import { startOf } from '../../../../schemas/model/spans.ts';
import { listDays, type Plan, buildTraffic, type ActivePerson } from './plan.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const END = Date.parse('2026-11-22T09:30:00Z');
const writers: ActivePerson[] = Array.from({ length: 400 }, (_, n) => ({
  id: `person-${n}`,
  channel: `channel-${n % 3}`,
  thai: n % 2 === 0,
  firstSeen: END - (n % 380) * DAY,
  lastSeen: END - (n % 5) * HOUR,
}));
const named = (names: string[]) => new Map(names.map((name) => [name, `id of ${name}`]));
const plan: Plan = {
  end: END,
  messages: 6_000,
  people: writers,
  templates: named(['welcome', 'main_menu', 'catalogue', 'handoff', 'faq_delivery_time']),
  intents: named(['delivery_time']),
  taps: new Map([
    ['channel-0', ['a', 'b'].map((action) => ({ action, label: action, template: 'catalogue' }))],
  ]),
};
const days = listDays(plan);
const year = days.map((day) => buildTraffic(plan, day));
const rows = year.flat();

describe("the demo's year", () => {
  it('is the same for whoever makes it', () => {
    expect(buildTraffic(plan, days[3] ?? 0)).toEqual(year[3]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  it('has about the requested number of messages, and ends now', () => {
    expect(rows.length).toBeGreaterThan(4_000);
    expect(rows.length).toBeLessThan(9_000);
    expect(rows.every(({ at }) => Date.parse(at) <= END)).toBe(true);
    expect(days).toHaveLength(365);
    expect(days[0]).toBe(startOf('day', END));
  });

  it('grows, has evenings and quiet nights', () => {
    const countOf = (some: typeof year) => some.flat().length;
    expect(countOf(year.slice(1, 121))).toBeGreaterThan(1.2 * countOf(year.slice(-120)));
    const at = (from: number, to: number) =>
      rows.filter(({ at: time }) => {
        const hour = new Date(Date.parse(time) + 7 * HOUR).getUTCHours();
        return hour >= from && hour < to;
      }).length;
    expect(at(19, 22)).toBeGreaterThan(5 * at(2, 5));
  });

  it('keeps what platforms were sent of the last days', () => {
    const contentOf = (template: string, place: number, channel: string) => ({
      sent: `${template} ${place} ${channel}`,
    });
    const all = days.map((day) => buildTraffic({ ...plan, contentOf }, day));
    const answers = all
      .slice(0, 14)
      .flat()
      .filter(({ source, template }) => source === 'BOT' && template === 'id of catalogue');
    expect(answers.length).toBeGreaterThan(0);
    for (const { content, channel, place } of answers)
      expect(content).toEqual({ sent: `catalogue ${String(place)} ${String(channel)}` });
    expect(
      all
        .slice(14)
        .flat()
        .some(({ content }) => content !== undefined),
    ).toBe(false);
  });

  it('is written in sentences, without names of templates and unfilled variables', () => {
    const texts = rows.map(({ text }) => text ?? '');
    expect(texts).toContain('Our categories');
    expect(texts.filter((text) => /\{\{|undefined|^(faq |main menu|welcome$)/.test(text))).toEqual([]);
  });

  it('has everything that dashboards count', () => {
    const some = (of: (row: (typeof rows)[number]) => boolean): boolean => rows.some(of);
    for (const source of ['USER', 'BOT', 'AGENT', 'BROADCAST'])
      expect([source, some((row) => row.source === source)]).toEqual([source, true]);
    expect(some(({ newcomer }) => newcomer === true)).toBe(true);
    expect(some(({ handoff }) => handoff === true)).toBe(true);
    expect(some(({ type, template }) => type === 'postback' && template !== undefined)).toBe(true);
    expect(new Set(rows.flatMap(({ action, channel }) => (action ? [`${action} ${channel}`] : [])))).toEqual(
      new Set(['a channel-0', 'b channel-0']),
    );
    // Nobody comes twice.
    const came = rows.filter(({ newcomer }) => newcomer).map(({ profile }) => profile);
    expect(new Set(came).size).toBe(came.length);
  });
});
