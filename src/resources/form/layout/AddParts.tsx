import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { fieldAt } from '../../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { type Path, pointerOf } from '../session.ts';
import { useFormSession } from '../useSession.ts';

interface Props {
  path: Path;
  fields: FieldModel[];
  onAdd: (field: FieldModel) => void;
}

/** What can be added: each by its name; of an item, where the record offers the same for all of them, in a menu. */
export function AddParts({ fields, path, onAdd }: Props) {
  const { settings, data } = useFormSession();
  const list = path.length > 1 ? fieldAt(settings.fields, pointerOf(path.slice(0, -1)), data) : undefined;
  const isOfAll = ({ name }: FieldModel): boolean =>
    settings.fields.some((field) => field.added && field.name === name);
  if (list?.item && fields.some(isOfAll)) {
    const label = t('For this %{title} only', { title: list.item.title.toLowerCase() });
    return <AddMenu {...{ label, fields, onAdd }} />;
  }
  return fields.map((field) => (
    <Button
      key={field.name}
      size="small"
      color="inherit"
      startIcon={<AddIcon />}
      onClick={() => onAdd(field)}
      sx={{ color: 'var(--ink-2)' }}
    >
      {field.title}
    </Button>
  ));
}

/** One quiet button for several parts that can be added, by name in its menu. */
function AddMenu({ label, fields, onAdd }: Omit<Props, 'path'> & { label: string }) {
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
