import Button from '@mui/material/Button';
import type { ConsoleEntity } from '../product.ts';
import { useAside } from './useAside.ts';

/** Toggles the list's side panel; null for lists without one. */
export const AsideToggle = ({ model }: { model: ConsoleEntity }) => {
  const { open, toggle } = useAside();
  const { aside } = model.list;
  if (!aside) return null;
  const isOpen = open === aside.panel;
  return (
    <Button
      variant="outlined"
      color={isOpen ? 'primary' : 'inherit'}
      aria-pressed={isOpen}
      data-opens-aside={aside.panel}
      onClick={() => toggle(aside.panel)}
    >
      {aside.label}
    </Button>
  );
};
