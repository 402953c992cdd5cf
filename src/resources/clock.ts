import { WORKSPACE_ZONE, zoneLabel } from '../../schemas/model/zonedTime.ts';
import type { FieldModel } from '../../schemas/model/types.ts';
import type { Years } from '../i18n/years.ts';
import { formatDate, formatTime } from './format.ts';

/*
 * The rule for times on the screen: all are told on the workspace's clock, whatever the clock of the browser, but those
 * of a field whose schema names another. The zone stands beside what is entered, planned or counted, and in tooltips.
 */

/** The zone in which a field's times are shown and entered. */
export const zoneOf = (field: Pick<FieldModel, 'options'>): string => {
  const zone = field.options['timeZone'];
  return typeof zone === 'string' ? zone : WORKSPACE_ZONE;
};

/** `21 Nov 2026 09 : 05` in a zone, by default the workspace's. */
export const momentText = (at: Date, zone?: string, counted?: Years): string =>
  `${formatDate(at, zone, counted)} ${formatTime(at, zone)}`;

/** `UTC+7:00` */
export const workspaceZoneLabel = zoneLabel(WORKSPACE_ZONE);

/** `21 Nov 2026 09 : 05 UTC+7:00`: a moment on the workspace's clock, which it names. @param at ISO 8601 */
export const workspaceTime = (at: string, counted?: Years): string =>
  `${momentText(new Date(at), WORKSPACE_ZONE, counted)} ${workspaceZoneLabel}`;
