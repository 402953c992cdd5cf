/** The workspace's clock, on which all times are told. */
export const WORKSPACE_ZONE = '+07:00';
/** Milliseconds that its clock is ahead of UTC, the whole year. */
export const WORKSPACE_OFFSET_MS = 7 * 3_600_000;

const clocks = new Map<string, Intl.DateTimeFormat>();
/** Zones whose clocks are kept; making one costs more than reading it a hundred times. */
const MOST_CLOCKS = 50;

function clockOf(timeZone: string): Intl.DateTimeFormat {
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
    if (clocks.size >= MOST_CLOCKS) clocks.clear();
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** Whether a text names a zone: `+07:00`, or an IANA name that this machine knows. */
export function isZone(text: string): boolean {
  if (FIXED.test(text)) return true;
  try {
    clockOf(text);
    return true;
  } catch {
    return false;
  }
}

const FIXED = /^(?:UTC)?([+-])(\d{1,2}):?(\d{2})$/;

/** Minutes that a zone's clocks are ahead of UTC at an instant. A zone is `+07:00` or an IANA name. */
function zoneOffset(zone: string, at: Date): number {
  const fixed = FIXED.exec(zone);
  if (fixed) return (fixed[1] === '-' ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3]));
  const parts = clockOf(zone).formatToParts(at);
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

/** An instant (ISO, UTC) as the wall clock of a zone shows it: `2026-11-21T18:30`; empty when it is no instant. */
export function toWallTime(iso: string | undefined, zone: string): string {
  const at = new Date(iso ?? '');
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() + zoneOffset(zone, at) * 60_000).toISOString().slice(0, 16);
}

/** The instant (ISO, UTC) at which a zone's wall clock shows this; undefined when it is no time. */
export function fromWallTime(wall: string, zone: string): string | undefined {
  const asUtc = new Date(`${wall}Z`);
  if (Number.isNaN(asUtc.getTime())) return undefined;
  const guess = new Date(asUtc.getTime() - zoneOffset(zone, asUtc) * 60_000);
  return new Date(asUtc.getTime() - zoneOffset(zone, guess) * 60_000).toISOString();
}

/** `UTC+7:00` */
export function zoneLabel(zone: string, at = new Date()): string {
  const minutes = zoneOffset(zone, at);
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')}`;
}
