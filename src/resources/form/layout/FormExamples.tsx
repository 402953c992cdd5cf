import ArrowForwardIcon from '@mui/icons-material/ArrowForward';
import { styled } from '@mui/material/styles';
import { useId, useRef } from 'react';
import type { FormExample } from '../../../../schemas/model/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { useFormSession, useSessionValue } from '../../fieldKit/useSession.ts';
import { focusFirst } from './FirstFocus.tsx';
import { TEXT } from '../../../theme/text.ts';

const ExamplesSection = styled('section')({
  marginTop: 8,
  paddingTop: 24,
  borderTop: '1px solid var(--line)',
  '& h2': { margin: '0 0 12px', ...TEXT.small, fontWeight: 500, color: 'var(--ink-2)' },
});
const Tiles = styled('ul')({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'repeat(auto-fill, minmax(188px, 1fr))',
  listStyle: 'none',
  margin: 0,
  padding: 0,
});
const Tile = styled('button')({
  all: 'unset',
  boxSizing: 'border-box',
  display: 'flex',
  alignItems: 'flex-start',
  gap: 8,
  width: '100%',
  height: '100%',
  minHeight: 64,
  padding: '10px 12px',
  border: '1px solid var(--frame)',
  borderRadius: 8,
  cursor: 'pointer',
  ...TEXT.caption,
  color: 'var(--ink-3)',
  transition: 'border-color var(--fast, 120ms), background-color var(--fast, 120ms)',
  '& > span': { flex: 1, minWidth: 0 },
  '& b': { display: 'block', ...TEXT.small, fontWeight: 500, color: 'var(--ink)' },
  '& svg': { fontSize: 16, marginTop: 2, color: 'var(--ink-3)' },
  '&:hover': { borderColor: 'var(--accent)', background: 'var(--hover)' },
  '&:hover svg': { color: 'var(--accent-text)' },
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 2 },
});

/** On phones: one scrolling line above the form. */
const PHONE_ROW = {
  ...{ display: 'flex', alignItems: 'center', gap: '8px', margin: '0 calc(-1 * var(--edge))', minWidth: 0 },
  ...{ padding: '0 var(--edge)', border: 0, overflowX: 'auto', scrollbarWidth: 'none' },
  '& h2': { margin: 0, whiteSpace: 'nowrap' },
  '& ul': { display: 'flex', gap: '8px' },
  '& button': { minHeight: 36, padding: '7px 12px', whiteSpace: 'nowrap' },
  '& button:disabled': { opacity: 0.5, cursor: 'default' },
  '& button > span > span, & svg': { display: 'none' },
} as const;

/**
 * Examples that a new record can start from. Below the form they disappear with the first input; on phones they are
 * above the form and stay, so that nothing moves.
 */
export function FormExamples({
  examples,
  isBefore: isAboveForm = false,
}: {
  examples: FormExample[];
  isBefore?: boolean;
}) {
  const session = useFormSession();
  const isUntouched = !useSessionValue((one) => one.dirty);
  const place = useRef<HTMLElement>(null);
  const id = useId();
  if (!isUntouched && !isAboveForm) return null;
  const applyExample = ({ values }: FormExample): void => {
    const form = place.current?.closest('[data-form-screen]');
    for (const [name, value] of Object.entries(values)) session.setValue([name], structuredClone(value));
    focusFirst(form);
  };
  return (
    <ExamplesSection ref={place} aria-labelledby={id} sx={isAboveForm ? PHONE_ROW : undefined}>
      <h2 id={id}>{isAboveForm ? t('Start from') : t('Or start from an example')}</h2>
      <Tiles>
        {examples.map((example) => (
          <li key={example.label}>
            <Tile type="button" disabled={!isUntouched} onClick={() => applyExample(example)}>
              <span>
                <b>{example.label}</b> <span>{example.note}</span>
              </span>
              <ArrowForwardIcon aria-hidden />
            </Tile>
          </li>
        ))}
      </Tiles>
    </ExamplesSection>
  );
}
