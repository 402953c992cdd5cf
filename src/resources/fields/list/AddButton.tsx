import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { FormIcon } from '../../fieldKit/FormIcon.tsx';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';

interface AddButtonProps {
  item: FieldModel;
  noun: string;
  onAdd: (variant?: string) => void;
  /** A row below the items, a card beside them or an outlined button; a text button by default. */
  appearance?: 'row' | 'card' | 'outlined';
  /** The list is full. */
  disabled?: boolean;
}

const STYLES = {
  // Its icon aligns with the edge of the fields.
  button: { ml: '-14px', color: 'var(--ink-2)' },
  outlined: { mt: 1 },
  row: {
    px: 1,
    color: 'var(--ink-2)',
    '& .MuiButton-startIcon': { m: '0 8px 0 0', '& > svg': { fontSize: 18 } },
  },
  card: {
    height: '100%',
    minHeight: 64,
    width: 64,
    minWidth: 44,
    color: 'var(--ink-2)',
    borderStyle: 'dashed',
    borderColor: 'var(--field)',
  },
} as const;

/** "Add message": adds an item; with several types, chosen from a menu first. */
export function AddButton({ item, noun, onAdd, appearance, disabled }: AddButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const options = item.variants?.options ?? [];
  const choose = (variant: string): void => {
    setAnchor(undefined);
    onAdd(variant);
  };
  return (
    <div data-add={appearance}>
      <Button
        size="small"
        variant={appearance === 'card' || appearance === 'outlined' ? 'outlined' : 'text'}
        color={appearance ? 'inherit' : undefined}
        startIcon={appearance === 'card' ? undefined : <AddIcon />}
        aria-label={t('Add %{noun}', { noun })}
        sx={STYLES[appearance ?? 'button']}
        disabled={disabled}
        aria-haspopup={options.length > 1 ? 'menu' : undefined}
        aria-expanded={anchor ? true : undefined}
        onClick={(event) => (options.length > 1 ? setAnchor(event.currentTarget) : onAdd(options[0]?.value))}
      >
        {appearance === 'card' ? (
          <span style={{ display: 'grid', justifyItems: 'center', ...TEXT.caption }}>
            <AddIcon fontSize="small" />
            {t('Add')}
          </span>
        ) : (
          t('Add %{noun}', { noun })
        )}
      </Button>
      {anchor ? (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(undefined)} disableRestoreFocus>
          {options.map((option) => (
            <MenuItem key={option.value} onClick={() => choose(option.value)}>
              <ListItemIcon>
                <FormIcon name={option.icon ?? option.value} />
              </ListItemIcon>
              <ListItemText primary={option.title} secondary={option.description} />
            </MenuItem>
          ))}
        </Menu>
      ) : null}
    </div>
  );
}
