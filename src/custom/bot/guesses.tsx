import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { NoValue } from '../../resources/fieldKit/parts.tsx';
import { plainText } from '../../resources/fieldKit/plainText.ts';
import type { CellProps, FieldTypeDefinition } from '../../resources/fieldKit/types.ts';

/** `opening_hours 0.52 · delivery_area 0.31`, as the services write it, with its numbers in percent. */
const guessesOf = (value: unknown): string[] =>
  typeof value !== 'string' || value === ''
    ? []
    : value
        .split(' · ')
        .map((one) => one.replace(/ ([01]\.\d+)$/, (_, share) => ` ${Math.round(100 * Number(share))}%`));

const TeachNow = lazyComponent(() => import('./TeachNow.tsx').then((it) => it.TeachNow), { silent: true });

const BestGuess = ({ value }: CellProps) => {
  const [best, ...others] = guessesOf(value);
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

/** Intents with their confidence: in a list the best one, and how many more there are; of a record each can be taught. */
export const guesses: FieldTypeDefinition = {
  name: 'guesses',
  // Only where `display` asks for it.
  tester: () => -1,
  Cell: BestGuess,
  Detail: ({ value }) => <TeachNow told={guessesOf(value).join(' · ')} />,
  operators: [],
  toText: plainText,
};
