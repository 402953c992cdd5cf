import type { CSSProperties } from 'react';
import type { ColorScheme } from '../theme/tokens.ts';
import { customPhone } from './custom/phone.ts';
import { drawOwnFormat, type MessageBody, type PhoneDrawing } from './drawing.ts';
import { facebookPhone } from './facebook/phone.tsx';
import { linePhone } from './line/phone.tsx';
import { registeredPhoneOf } from './registry.ts';
import type { ChannelType, PhoneDefinition } from './types.ts';
import { webchatPhone } from './webchat/phone.tsx';

const PHONES: Record<ChannelType, PhoneDefinition> = {
  LINE: linePhone,
  FACEBOOK: facebookPhone,
  WEBCHAT: webchatPhone,
  CUSTOM: customPhone,
};

const findPhone = (type: string): PhoneDefinition | undefined =>
  Object.hasOwn(PHONES, type) ? PHONES[type as ChannelType] : registeredPhoneOf(type);

/** The phone of a channel type. @throws Error for a type that is not registered */
export function phoneOf(type: string): PhoneDefinition {
  const phone = findPhone(type);
  if (!phone) throw new Error(`The channel type ${type} is not registered.`);
  return phone;
}

/** The skin as CSS variables: `ground` is `--pv-ground`. */
export const phoneStyle = (type: string, mode: ColorScheme): CSSProperties =>
  Object.fromEntries(
    Object.entries(phoneOf(type).skin[mode]).map(([name, value]) => [`--pv-${name}`, value]),
  );

/**
 * Draws the bodies that a platform is sent, so that the preview shows what is sent, not what was written. Bodies of an
 * unknown type are read as web chat's, which are closest to what was written.
 */
export const drawingOf = (type: string | undefined, bodies: MessageBody[]): PhoneDrawing =>
  ((type === undefined ? undefined : findPhone(type))?.draw ?? drawOwnFormat)(bodies);

/** Whether the buttons of a type's cards have a background; false for an unknown type. */
export const hasFilledButtons = (type: string | undefined): boolean =>
  type !== undefined && (findPhone(type)?.hasFilledButtons ?? false);
