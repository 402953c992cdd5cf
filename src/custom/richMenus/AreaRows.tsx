import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { toLetters } from '../../resources/fieldKit/toLetters.ts';
import { hasAction, actionTitleOf, labelOf } from './areasModel.ts';
import { t } from '../../../schemas/texts/translate.ts';

const Head = styled('div')({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  marginTop: 16,
  paddingTop: 16,
  borderTop: '1px solid var(--line)',
  '& > span': { fontSize: 13, color: 'var(--ink-3)', fontVariantNumeric: 'tabular-nums' },
});
const Rows = styled('ul')({ listStyle: 'none', margin: '0 -8px', padding: 0 });
const Row = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  width: '100%',
  minHeight: 40,
  padding: '0 8px',
  border: 0,
  borderRadius: 6,
  background: 'none',
  color: 'var(--ink)',
  font: 'inherit',
  fontSize: 13,
  textAlign: 'left',
  cursor: 'pointer',
  '&:hover': { background: 'var(--hover)' },
  '&[aria-pressed=true]': { background: 'var(--accent-soft)' },
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: -2 },
  '& > b': {
    flex: 'none',
    width: 24,
    height: 24,
    borderRadius: 4,
    background: 'var(--press)',
    color: 'var(--ink-2)',
    fontSize: 12,
    lineHeight: '24px',
    fontWeight: 600,
    textAlign: 'center',
  },
  '&[aria-pressed=true] > b': { background: 'var(--accent)', color: 'var(--on-accent)' },
  '&[data-faults] > b': { background: 'var(--danger-soft)', color: 'var(--danger)' },
  '& > span': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '&[data-faults] > span': { color: 'var(--danger)' },
  '& > span[data-empty]': { color: 'var(--ink-3)' },
  '& > i': { fontStyle: 'normal', fontSize: 12, color: 'var(--ink-3)' },
});

interface AreaRowsProps {
  items: readonly unknown[];
  chosen: number;
  /** Text with the number of complete areas. */
  ready: ReactNode;
  faulty: boolean[];
  onChoose: (index: number) => void;
}

/** List of the areas with their letters, actions and missing values. */
export function AreaRows({ items, chosen, ready, faulty, onChoose }: AreaRowsProps) {
  return (
    <>
      <Head>
        <h2>{t('Areas')}</h2>
        {ready}
      </Head>
      <Rows>
        {items.map((item, index) => (
          <li key={index}>
            <Row
              type="button"
              aria-pressed={index === chosen}
              data-faults={faulty[index] || undefined}
              onClick={() => onChoose(index)}
            >
              <b>{toLetters(index)}</b>
              <span data-empty={hasAction(item) ? undefined : true}>
                {hasAction(item)
                  ? labelOf(item) || t('No label yet')
                  : faulty[index]
                    ? t('Action is required')
                    : t('No action yet')}
              </span>
              <i>{actionTitleOf(item)}</i>
            </Row>
          </li>
        ))}
      </Rows>
    </>
  );
}
