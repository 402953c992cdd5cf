import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { fieldAt } from '../../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { type Path, pointerOf } from '../../fieldKit/pointers.ts';
import { useFormSession } from '../../fieldKit/useSession.ts';
import { TEXT } from '../../../theme/text.ts';
import { PHONE } from '../../../theme/tokens.ts';

/** Which item the buttons are for, shown once before them. */
const Lead = styled('span')({ ...TEXT.caption, color: 'var(--ink-3)' });

const LOOK = {
  color: 'var(--ink-2)',
  height: 'auto',
  minHeight: 32,
  whiteSpace: 'normal',
  textAlign: 'left',
} as const;

interface AddFieldButtonsProps {
  path: Path;
  fields: FieldModel[];
  onAdd: (field: FieldModel) => void;
}

/**
 * A button for each optional field that can be added. In a list item, the item is named once before the
 * buttons if the record has a field of the same name; on a phone, where the record's own buttons are close by,
 * one button opens a menu.
 */
export function AddFieldButtons({ fields, path, onAdd }: AddFieldButtonsProps) {
  const { settings, data } = useFormSession();
  const list = path.length > 1 ? fieldAt(settings.fields, pointerOf(path.slice(0, -1)), data) : undefined;
  const hasRecordField = ({ name }: FieldModel): boolean =>
    settings.fields.some((field) => field.collapsed && field.name === name);
  const item = fields.some(hasRecordField) ? list?.item?.title.toLowerCase() : undefined;
  const isPhone = useMediaQuery(PHONE);
  const [anchor, setAnchor] = useState<HTMLElement>();
  if (isPhone && item !== undefined && fields.length > 1)
    return (
      <>
        <Button
          size="small"
          color="inherit"
          startIcon={<AddIcon />}
          aria-haspopup="menu"
          aria-expanded={anchor ? true : undefined}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
          sx={LOOK}
        >
          {t('Add to this %{title}', { title: item })}
        </Button>
        <Menu
          open={anchor !== undefined}
          anchorEl={anchor}
          onClose={() => setAnchor(undefined)}
          disableRestoreFocus
        >
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
      </>
    );
  return (
    <>
      {item === undefined ? null : <Lead aria-hidden>{t('Only this %{title}', { title: item })}</Lead>}
      {fields.map((field) => (
        <Button
          key={field.name}
          size="small"
          color="inherit"
          startIcon={<AddIcon />}
          aria-label={item && t('%{part} for this %{title}', { part: field.title, title: item })}
          onClick={() => onAdd(field)}
          sx={LOOK}
        >
          {field.title}
        </Button>
      ))}
    </>
  );
}
