import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { NoValue } from '../../resources/fieldKit/parts.tsx';
import { plainText } from '../../resources/fieldKit/plainText.ts';
import type { CellProps, FieldTypeDefinition } from '../../resources/fieldKit/types.ts';

/** Parses `opening_hours 0.52 · delivery_area 0.31`, the services' format, and converts its numbers to percent. */
const parseGuesses = (value: unknown): string[] =>
  typeof value !== 'string' || value === ''
    ? []
    : value
        .split(' · ')
        .map((one) => one.replace(/ ([01]\.\d+)$/, (_, share) => ` ${Math.round(100 * Number(share))}%`));

const TeachNow = lazyComponent(() => import('./TeachNow.tsx').then((it) => it.TeachNow), { silent: true });

const BestGuess = ({ value }: CellProps) => {
  const [best, ...others] = parseGuesses(value);
  if (best === undefined) return <NoValue />;
  return (
    <>
      {best}
      {others.length > 0 ? (
        <span style={{ marginLeft: 8, color: 'var(--ink-3)' }} title={others.join(' · ')}>
          +{others.length}
        </span>
      ) : null}
    </>
  );
};

/** Field type of guessed intents: in a list the best one and the number of others; on a record each can be taught. */
export const guesses: FieldTypeDefinition = {
  name: 'guesses',
  // Used only by `display`.
  tester: () => -1,
  Cell: BestGuess,
  Detail: ({ value }) => <TeachNow guessesText={parseGuesses(value).join(' · ')} />,
  operators: [],
  toText: plainText,
};
