import { WORKSPACE_ZONE, zoneLabel } from '../../schemas/model/zonedTime.ts';
import type { FieldModel } from '../../schemas/model/types.ts';
import type { Years } from '../i18n/years.ts';
import { formatDate, formatTime } from './fields/shared/format.ts';

/*
 * The rule for times on the screen: what is counted, scheduled or trained for the whole workspace is told on the
 * workspace's clock, the times of a record on that which its schema names, and everything else on the person's own.
 * A zone that is not the person's own is named: beside the time, or once for the table or chart that the time is in.
 */

/** The zone in which a field's times are shown and entered; undefined is the person's own. */
export const zoneOf = (field: Pick<FieldModel, 'options'>): string | undefined => {
  const zone = field.options['timeZone'];
  return typeof zone === 'string' ? zone : undefined;
};

/** The name of the person's own zone, such as `Asia/Bangkok`: what is shown without a zone is on its clock. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `21 Nov 2026 09 : 05` in a zone, by default the person's own, which goes without its name. */
export const momentText = (at: Date, zone?: string, counted?: Years): string =>
  `${formatDate(at, zone, counted)} ${formatTime(at, zone)}`;

/** `UTC+7:00` */
export const workspaceZoneLabel = zoneLabel(WORKSPACE_ZONE);

/** `21 Nov 2026 09 : 05 UTC+7:00`: a moment on the workspace's clock, which it names. @param at ISO 8601 */
export const workspaceTime = (at: string, counted?: Years): string =>
  `${momentText(new Date(at), WORKSPACE_ZONE, counted)} ${workspaceZoneLabel}`;
