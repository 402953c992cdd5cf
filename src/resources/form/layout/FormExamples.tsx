import { styled } from '@mui/material/styles';
import { useId, useRef } from 'react';
import type { FormExample } from '../../../../schemas/model/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { useFormSession, useSessionValue } from '../../fieldKit/useSession.ts';
import { focusFirst } from './FirstFocus.tsx';
import { TEXT } from '../../../theme/text.ts';
import { TOUCH_DEVICE, TOUCH_TARGET } from '../../../theme/touch.ts';

/** One scrolling line above the form. */
const ExamplesSection = styled('section')({
  ...{ display: 'flex', alignItems: 'center', gap: '8px', margin: '0 calc(-1 * var(--edge))', minWidth: 0 },
  ...{ padding: '2px var(--edge)', overflowX: 'auto', scrollbarWidth: 'none' },
  // What goes on beyond the edge of the screen fades.
  maskImage: 'linear-gradient(to left, transparent, black calc(var(--edge) + 8px))',
  '& h2': { margin: 0, ...TEXT.small, fontWeight: 500, color: 'var(--ink-2)', whiteSpace: 'nowrap' },
  '& ul': { display: 'flex', gap: '8px', listStyle: 'none', margin: 0, padding: 0 },
});
const Example = styled('button')({
  all: 'unset',
  boxSizing: 'border-box',
  minHeight: 32,
  padding: '5px 12px',
  border: '1px solid var(--frame)',
  borderRadius: 8,
  cursor: 'pointer',
  ...TEXT.small,
  fontWeight: 500,
  whiteSpace: 'nowrap',
  [TOUCH_DEVICE]: { minHeight: TOUCH_TARGET, paddingBlock: 11 },
  '&:hover:enabled': { borderColor: 'var(--accent)', background: 'var(--hover)' },
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: -2 },
  '&:disabled': { opacity: 0.5, cursor: 'default' },
});

/** Examples that a new record can start from. They stay when something is in it, so that nothing moves. */
export function FormExamples({ examples }: { examples: FormExample[] }) {
  const session = useFormSession();
  const isUntouched = !useSessionValue((one) => one.dirty);
  const place = useRef<HTMLElement>(null);
  const id = useId();
  const applyExample = ({ values }: FormExample): void => {
    const form = place.current?.closest('[data-form-screen]');
    for (const [name, value] of Object.entries(values)) session.setValue([name], structuredClone(value));
    focusFirst(form);
  };
  return (
    <ExamplesSection ref={place} aria-labelledby={id}>
      <h2 id={id}>{t('Start from')}</h2>
      <ul>
        {examples.map((example) => (
          <li key={example.label}>
            <Example
              type="button"
              title={example.note}
              disabled={!isUntouched}
              onClick={() => applyExample(example)}
            >
              {example.label}
            </Example>
          </li>
        ))}
      </ul>
    </ExamplesSection>
  );
}
