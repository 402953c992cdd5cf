import { formatPercent } from './formatPercent.ts';

/** A guessed intent: its name, and its confidence when the sentence came. */
export interface StoredGuess {
  name: string;
  share?: string;
}

/** Parses `opening_hours 0.52 · delivery_area 0.31`, the services' format. */
export const parseGuesses = (value: unknown): StoredGuess[] =>
  typeof value !== 'string' || value === ''
    ? []
    : value.split(' · ').map((one) => {
        const [, name, share] = /^(.+) ([01]\.\d+)$/.exec(one) ?? [];
        return name === undefined ? { name: one } : { name, share: formatPercent(Number(share)) };
      });

/** `opening_hours 52%` */
export const guessText = ({ name, share }: StoredGuess): string =>
  share === undefined ? name : `${name} ${share}`;
