import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { NoValue } from '../../resources/fieldKit/parts.tsx';
import { guessText, parseGuesses } from './parseGuesses.ts';
import { plainText } from '../../resources/fieldKit/plainText.ts';
import type { CellProps, FieldTypeDefinition } from '../../resources/fieldKit/types.ts';

const TeachNow = lazyComponent(() => import('./TeachNow.tsx').then((it) => it.TeachNow), { silent: true });

const BestGuess = ({ value }: CellProps) => {
  const [best, ...others] = parseGuesses(value).map(guessText);
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
  Detail: ({ value }) => <TeachNow stored={parseGuesses(value)} />,
  drawsBlank: true,
  operators: [],
  toText: plainText,
};
