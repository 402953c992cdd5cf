import type { ComponentType } from 'react';
import type { FieldValue } from './types.ts';

/** The sign of a value, such as the mark of a type of channel. */
export type Sign = ComponentType<{ value: FieldValue }>;

/** By the display that has it. Apart from the displays themselves, of which some name records and need it. */
const signs = new Map<string, Sign>();

export const registerSign = (display: string, sign: Sign): void => void signs.set(display, sign);

export const signOf = (display: string): Sign | undefined => signs.get(display);
