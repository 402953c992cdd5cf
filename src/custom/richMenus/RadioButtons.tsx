import { styled } from '@mui/material/styles';
import { type ReactNode, useRef } from 'react';

const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });
const Choice = styled('button')({
  display: 'grid',
  placeItems: 'center',
  border: 0,
  borderRadius: 4,
  padding: 4,
  background: 'none',
  color: 'inherit',
  cursor: 'pointer',
  '&[aria-checked=true]': { boxShadow: 'inset 0 0 0 2px var(--accent)' },
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 3 },
  '&:disabled': { cursor: 'default' },
  '@media (pointer: coarse)': { minHeight: 44, minWidth: 44 },
});

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

interface RadioButtonsProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; content: ReactNode }[];
  value: Value | undefined;
  disabled?: boolean;
  className?: string;
  onChange: (value: Value) => void;
}

/** Radio buttons with pictures: arrow keys only move the focus, as a choice may open a question; Enter or a click chooses. */
export function RadioButtons<Value extends string>(props: RadioButtonsProps<Value>) {
  const { label, options, value, disabled = false, className, onChange } = props;
  const group = useRef<HTMLDivElement>(null);
  const tabbed = options.some((one) => one.value === value) ? value : options[0]?.value;
  return (
    <Buttons ref={group} role="radiogroup" aria-label={label} className={className}>
      {options.map((option, index) => (
        <Choice
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          aria-label={option.label}
          title={option.label}
          tabIndex={option.value === tabbed ? 0 : -1}
          disabled={disabled}
          onClick={() => onChange(option.value)}
          onKeyDown={(event) => {
            const step = STEPS[event.key];
            if (step === undefined) return;
            event.preventDefault();
            const at = (index + step + options.length) % options.length;
            group.current?.querySelectorAll<HTMLElement>('[role=radio]')[at]?.focus();
          }}
        >
          {option.content}
        </Choice>
      ))}
    </Buttons>
  );
}
