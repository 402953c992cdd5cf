import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import type { Report } from '../../../schemas/understanding/training.ts';
import { HorizontalScroll } from '../../ui/HorizontalScroll.tsx';
import { numeric, ReportTable, Section } from './reportParts.tsx';
import { t } from '../../../schemas/texts/translate.ts';

type Confusion = Report['confusions'][number];
/** Two intents whose samples are confused, in either direction. */
export interface Overlap {
  first: string;
  second: string;
  times: number;
}

/** Largest number of intents in the matrix, the maxTimes confused ones; and of rows in the list. */
const MAX_INTENTS = 16;
const MAX_ROWS = 20;
const MAX_OVERLAPS = 5;

const Matrix = styled('table')({
  borderCollapse: 'separate',
  borderSpacing: 2,
  margin: '0 0 16px',
  fontSize: 12,
  lineHeight: '16px',
  '& th': { fontWeight: 500, color: 'var(--ink-2)', whiteSpace: 'nowrap', textAlign: 'left' },
  '& thead th': { verticalAlign: 'bottom', padding: '0 0 4px', height: 120 },
  '& thead span': {
    writingMode: 'vertical-rl',
    transform: 'rotate(180deg)',
    maxHeight: 120,
    ...{ overflow: 'hidden', textOverflow: 'ellipsis' },
  },
  '& tbody th': { paddingRight: 8 },
  '& td': {
    padding: 0,
    width: 28,
    height: 28,
    textAlign: 'center',
    background: 'var(--sunken)',
    borderRadius: 4,
  },
  '& td[data-same]': { background: 'var(--press)' },
  '& button': {
    width: 28,
    height: 28,
    padding: 0,
    border: 0,
    borderRadius: 4,
    font: 'inherit',
    fontWeight: 600,
    color: 'var(--ink)',
    cursor: 'pointer',
    '&[aria-pressed=true]': { outline: '2px solid var(--focus)' },
    '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 2 },
  },
});

interface Props {
  confusions: readonly Confusion[];
  /** Renders an intent's name as a link. */
  linked: (name: string) => ReactNode;
}

/** Which intents are confused: a matrix, whose cells filter the list, and a list with the sentences. */
export const Confusions = ({ confusions, linked }: Props) => {
  // The selection is by names: a training changes numbers and sentences.
  const [{ meant: chosenMeant, taken: chosenTaken }, setChosen] = useState<Partial<Confusion>>({});
  const chosen = confusions.find(({ meant, taken }) => meant === chosenMeant && taken === chosenTaken);
  const names = confusedIntents(confusions);
  const maxTimes = Math.max(...confusions.map(({ times }) => times));
  const rows = chosen ? [chosen] : confusions.slice(0, MAX_ROWS);
  return (
    <Section>
      <h2>{t('Confused with')}</h2>
      <p>
        {t('A row is what was meant, a column what it was taken for. Choose a number to see its sentences.')}
      </p>
      {names.length > 2 && (
        <HorizontalScroll>
          <Matrix aria-label={t('Confusion matrix')}>
            <thead>
              <tr>
                <td style={{ background: 'none' }} aria-label={t('Meant, and taken for')} />
                {names.map((name) => (
                  <th key={name} scope="col">
                    <span>{name}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {names.map((meant) => (
                <tr key={meant}>
                  <th scope="row">{meant}</th>
                  {names.map((taken) => {
                    const cell = confusions.find((one) => one.meant === meant && one.taken === taken);
                    const isSame = meant === taken;
                    if (!cell)
                      return (
                        <td
                          key={taken}
                          data-same={isSame || undefined}
                          aria-label={isSame ? t('The same') : t('Never')}
                        />
                      );
                    return (
                      <td key={taken}>
                        <button
                          type="button"
                          aria-label={t('%{meant} taken for %{taken}: %{times}', {
                            meant,
                            taken,
                            times: cell.times,
                          })}
                          aria-pressed={chosen === cell}
                          style={{ background: cellColour(cell.times / maxTimes) }}
                          onClick={() => setChosen(chosen === cell ? {} : cell)}
                        >
                          {cell.times}
                        </button>
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </Matrix>
        </HorizontalScroll>
      )}
      {chosen && (
        <Button size="small" onClick={() => setChosen({})}>
          {t('Show all confusions')}
        </Button>
      )}
      <ReportTable head={[t('Meant'), t('Taken for'), numeric(t('Count')), t('Samples')]}>
        {rows.map(({ meant, taken, times, samples }) => (
          <tr key={`${meant} ${taken}`}>
            <td>{linked(meant)}</td>
            <td>{linked(taken)}</td>
            <td className="number">{times}</td>
            <td>{samples.slice(0, chosen ? undefined : MAX_OVERLAPS).join(' · ')}</td>
          </tr>
        ))}
      </ReportTable>
    </Section>
  );
};

const cellColour = (share: number): string =>
  `color-mix(in srgb, var(--danger-dot) ${Math.round(12 + 38 * share)}%, var(--sheet))`;

/** The maxTimes confused intents, as meant or as taken, by name. */
function confusedIntents(confusions: readonly Confusion[]): string[] {
  const times = new Map<string, number>();
  for (const one of confusions)
    for (const name of [one.meant, one.taken]) times.set(name, (times.get(name) ?? 0) + one.times);
  return [...times]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_INTENTS)
    .map(([name]) => name)
    .sort();
}

/** The pairs of intents with the maxTimes overlap. */
function findOverlaps(confusions: readonly Confusion[]): Overlap[] {
  const pairs = new Map<string, Overlap>();
  for (const { meant, taken, times } of confusions) {
    const [first = '', second = ''] = [meant, taken].sort();
    const key = `${first} ${second}`;
    pairs.set(key, { first, second, times: (pairs.get(key)?.times ?? 0) + times });
  }
  return [...pairs.values()]
    .filter(({ times }) => times > 1)
    .sort((a, b) => b.times - a.times)
    .slice(0, MAX_OVERLAPS);
}

/** Intents that may have to be merged, or need more distinct samples. */
export const Overlaps = ({ confusions, linked }: Props) => {
  const overlaps = findOverlaps(confusions);
  if (overlaps.length === 0) return null;
  return (
    <Section>
      <h2>{t('Overlapping intents')}</h2>
      <p>{t('Samples of one are taken for the other. Move or reword them, or make one intent of both.')}</p>
      <ReportTable head={[t('Intent'), t('Intent'), numeric(t('Count'))]}>
        {overlaps.map(({ first, second, times }) => (
          <tr key={`${first} ${second}`}>
            <td>{linked(first)}</td>
            <td>{linked(second)}</td>
            <td className="number">{times}</td>
          </tr>
        ))}
      </ReportTable>
    </Section>
  );
};
