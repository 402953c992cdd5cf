import { useId } from 'react';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { Hint } from '../../ui/Hint.tsx';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { ActionIcon } from '../changes/ActionIcon.tsx';
import type { ActionEntry } from '../changes/types.ts';

interface ActionButtonProps {
  entry: ActionEntry;
  size?: 'small' | 'medium';
  variant?: 'outlined' | 'contained';
}

/**
 * The button of one action. What is not possible now can be reached and says why, to those who point, to those who use
 * the keyboard and to those who listen.
 */
export const ActionButton = ({ entry, size = 'medium', variant = 'outlined' }: ActionButtonProps) => {
  const { label, icon, tone, to, run, disabled, pending = false } = entry;
  const id = useId();
  const isOpen = disabled === undefined;
  return (
    <Hint text={disabled}>
      <Button
        size={size}
        variant={variant}
        color={tone === 'danger' ? 'error' : 'primary'}
        startIcon={icon === undefined || variant === 'contained' ? undefined : <ActionIcon name={icon} />}
        loading={pending}
        {...(isOpen && to !== undefined && { component: Link, to })}
        {...(!isOpen && { 'aria-disabled': true, 'aria-describedby': id, disableRipple: true })}
        sx={isOpen ? undefined : { opacity: 0.5, cursor: 'not-allowed' }}
        onClick={isOpen ? run : undefined}
      >
        {label}
      </Button>
      {!isOpen && (
        <span id={id} style={visuallyHidden}>
          {disabled}
        </span>
      )}
    </Hint>
  );
};
