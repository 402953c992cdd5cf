import { WORKSPACE_ZONE, zoneLabel } from '../../schemas/model/zonedTime.ts';
import type { FieldModel } from '../../schemas/model/types.ts';
import type { Years } from '../i18n/years.ts';
import { formatDate, formatTime } from './format.ts';

/*
 * Times are shown in the workspace's zone, whatever the browser's, except those of a field whose schema names another.
 * The zone is shown beside inputs, plans and counts, and in tooltips.
 */

/** The time zone of a field. */
export const zoneOf = (field: Pick<FieldModel, 'options'>): string => {
  const zone = field.options['timeZone'];
  return typeof zone === 'string' ? zone : WORKSPACE_ZONE;
};

/** `21 Nov 2026 09 : 05` in a zone, by default the workspace's. */
export const momentText = (at: Date, zone?: string, counted?: Years): string =>
  `${formatDate(at, zone, counted)} ${formatTime(at, zone)}`;

/** `UTC+7:00` */
export const workspaceZoneLabel = zoneLabel(WORKSPACE_ZONE);

/** `21 Nov 2026 09 : 05 UTC+7:00`: an instant in the workspace's zone. @param at ISO 8601 */
export const workspaceTime = (at: string, counted?: Years): string =>
  `${momentText(new Date(at), WORKSPACE_ZONE, counted)} ${workspaceZoneLabel}`;
