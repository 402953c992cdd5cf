import ArrowForwardIcon from '@mui/icons-material/ArrowForward';
import { styled } from '@mui/material/styles';
import { useId, useRef } from 'react';
import type { FormExample } from '../../../../schemas/model/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { useFormSession, useSessionValue } from '../../fieldKit/useSession.ts';
import { focusFirst } from './FirstFocus.tsx';
import { TEXT } from '../../../theme/text.ts';

const Place = styled('section')({
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

/** Below a new record's form, until something is in it: what it may start from. What is above stays where it is. */
export function FormExamples({ examples }: { examples: FormExample[] }) {
  const session = useFormSession();
  const isUntouched = !useSessionValue((one) => one.dirty);
  const place = useRef<HTMLElement>(null);
  const id = useId();
  if (!isUntouched) return null;
  const take = ({ values }: FormExample): void => {
    const form = place.current?.closest('[data-form-screen]');
    for (const [name, value] of Object.entries(values)) session.setValue([name], structuredClone(value));
    focusFirst(form);
  };
  return (
    <Place ref={place} aria-labelledby={id}>
      <h2 id={id}>{t('Or start from an example')}</h2>
      <Tiles>
        {examples.map((example) => (
          <li key={example.label}>
            <Tile type="button" onClick={() => take(example)}>
              <span>
                <b>{example.label}</b> {example.note}
              </span>
              <ArrowForwardIcon aria-hidden />
            </Tile>
          </li>
        ))}
      </Tiles>
    </Place>
  );
}
