/** LINE's days are those of Japan. */
const JAPAN_OFFSET_MS = 9 * 3_600_000;

/** The day of LINE at a moment, as records hold it: 2026-11-24. */
export const dayOfLine = (at: number): string => new Date(at + JAPAN_OFFSET_MS).toISOString().slice(0, 10);

/** The same as LINE writes it: 20261124. */
export const toLineDay = (at: number): string => dayOfLine(at).replaceAll('-', '');
