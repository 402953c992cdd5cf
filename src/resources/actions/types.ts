import type { Tone } from '../../../schemas/model/types.ts';

/** One entry of a menu or a row of buttons. */
export interface ActionEntry {
  id: string;
  label: string;
  tone?: Tone;
  /** Where it leads, for entries that only navigate. */
  to?: string;
  run?: () => void;
}
