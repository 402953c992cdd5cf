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
 * The button of an action. A disabled one can still be focused, so that its reason reaches pointer, keyboard and screen
 * reader users.
 */
export const ActionButton = ({ entry, size = 'medium', variant = 'outlined' }: ActionButtonProps) => {
  const { label, icon, tone, to, run, disabled, pending = false } = entry;
  const id = useId();
  const isEnabled = disabled === undefined;
  return (
    <Hint text={disabled}>
      <Button
        size={size}
        variant={variant}
        color={tone === 'danger' ? 'error' : 'primary'}
        startIcon={icon === undefined || variant === 'contained' ? undefined : <ActionIcon name={icon} />}
        loading={pending}
        {...(isEnabled && to !== undefined && { component: Link, to })}
        {...(!isEnabled && { 'aria-disabled': true, 'aria-describedby': id, disableRipple: true })}
        sx={isEnabled ? undefined : { opacity: 0.5, cursor: 'not-allowed' }}
        onClick={isEnabled ? run : undefined}
      >
        {label}
      </Button>
      {!isEnabled && (
        <span id={id} style={visuallyHidden}>
          {disabled}
        </span>
      )}
    </Hint>
  );
};
