import type { ComponentType } from 'react';
import type { FieldValue } from './types.ts';

/** The icon of a value, such as the logo of a channel type. */
export type Sign = ComponentType<{ value: FieldValue }>;

/** Signs by display type, in their own registry, since some display types themselves need it. */
const signs = new Map<string, Sign>();

export const registerSign = (display: string, sign: Sign): void => void signs.set(display, sign);

export const findSign = (display: string): Sign | undefined => signs.get(display);
