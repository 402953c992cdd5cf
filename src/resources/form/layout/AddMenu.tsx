import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import type { FieldModel } from '../../../../schemas/model/types.ts';

interface Props {
  label: string;
  fields: FieldModel[];
  onAdd: (field: FieldModel) => void;
}

/** One quiet button for several parts that can be added, by name in its menu. */
export function AddMenu({ label, fields, onAdd }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<AddIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor ? true : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ color: 'var(--ink-2)' }}
      >
        {label}
      </Button>
      {anchor ? (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(undefined)} disableRestoreFocus>
          {fields.map((field) => (
            <MenuItem
              key={field.name}
              onClick={() => {
                setAnchor(undefined);
                onAdd(field);
              }}
            >
              {field.title}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
    </>
  );
}
