import type { Tone } from '../../../schemas/model/types.ts';

/** An action or link, as a button or menu entry. */
export interface ActionEntry {
  id: string;
  label: string;
  icon?: string;
  tone?: Tone;
  /** Path, for links. */
  to?: string;
  run?: () => void;
  /** Why it is disabled; shown with the entry. */
  disabled?: string;
  /** The action is running. */
  pending?: boolean;
  /** Shown beside the record's title where there is room, rather than in the menu. */
  prominent?: boolean;
}
