const DAY = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  timeZone: 'Asia/Bangkok',
});
const TIME = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Asia/Bangkok',
});

/** `20 Nov 2026 18 : 04`, by the clock of UTC+7. */
export const moment = (iso: string): string => {
  const at = new Date(iso);
  return `${DAY.format(at)} ${TIME.format(at).replace(':', ' : ')}`;
};

export const percent = (share: number): string => `${Math.round(share * 100)}%`;
