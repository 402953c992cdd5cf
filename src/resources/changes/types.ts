import type { Tone } from '../../../schemas/model/types.ts';

/** One thing that can be done or gone to: a button of a bar, or an entry of a menu. */
export interface ActionEntry {
  id: string;
  label: string;
  icon?: string;
  tone?: Tone;
  /** Where it leads, for entries that only navigate. */
  to?: string;
  run?: () => void;
  /** Why it is not possible now; it is shown and says so. */
  disabled?: string;
  /** It is being done. */
  pending?: boolean;
  /** Stands beside a record's title, where there is room, rather than in its menu. */
  prominent?: boolean;
}
