/** The workspace's time zone, in which all times are shown. */
export const WORKSPACE_ZONE = '+07:00';
/** Its offset from UTC in milliseconds, all year round. */
export const WORKSPACE_OFFSET_MS = 7 * 3_600_000;

const clocks = new Map<string, Intl.DateTimeFormat>();
/** Formatters cached by zone; creating one costs more than using it a hundred times. */
const MAX_CACHED_CLOCKS = 50;

function wallClockFor(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    if (clocks.size >= MAX_CACHED_CLOCKS) clocks.clear();
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** Whether a text is a time zone: `+07:00`, or an IANA name that this machine knows. */
export function isZone(text: string): boolean {
  if (FIXED_OFFSET.test(text)) return true;
  try {
    wallClockFor(text);
    return true;
  } catch {
    return false;
  }
}

const FIXED_OFFSET = /^(?:UTC)?([+-])(\d{1,2}):?(\d{2})$/;

/** A zone's offset from UTC in minutes at an instant. A zone is `+07:00` or an IANA name. */
function zoneOffsetMinutes(zone: string, at: Date): number {
  const fixed = FIXED_OFFSET.exec(zone);
  if (fixed) return (fixed[1] === '-' ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3]));
  const parts = wallClockFor(zone).formatToParts(at);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value ?? 0);
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return Math.round((wall - Math.floor(at.getTime() / 1000) * 1000) / 60_000);
}

/** Local time of an instant (ISO, UTC) in a zone: `2026-11-21T18:30`; empty for an invalid instant. */
export function toWallTime(iso: string | undefined, zone: string): string {
  const at = new Date(iso ?? '');
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() + zoneOffsetMinutes(zone, at) * 60_000).toISOString().slice(0, 16);
}

/** The instant (ISO, UTC) of a zone's local time; undefined for an invalid time. */
export function fromWallTime(wall: string, zone: string): string | undefined {
  const asUtc = new Date(`${wall}Z`);
  if (Number.isNaN(asUtc.getTime())) return undefined;
  const guess = new Date(asUtc.getTime() - zoneOffsetMinutes(zone, asUtc) * 60_000);
  return new Date(asUtc.getTime() - zoneOffsetMinutes(zone, guess) * 60_000).toISOString();
}

/** `UTC+7:00` */
export function zoneLabel(zone: string, at = new Date()): string {
  const minutes = zoneOffsetMinutes(zone, at);
  const absolute = Math.abs(minutes);
  return `UTC${minutes < 0 ? '-' : '+'}${Math.floor(absolute / 60)}:${String(absolute % 60).padStart(2, '0')}`;
}
