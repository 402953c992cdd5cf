import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { fieldAt } from '../../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { type Path, pointerOf } from '../../fieldKit/pointers.ts';
import { useFormSession } from '../../fieldKit/useSession.ts';

interface AddFieldButtonsProps {
  path: Path;
  fields: FieldModel[];
  onAdd: (field: FieldModel) => void;
}

/**
 * A button for each optional field that can be added. In a list item, the label names the item if the record has a
 * field of the same name.
 */
export function AddFieldButtons({ fields, path, onAdd }: AddFieldButtonsProps) {
  const { settings, data } = useFormSession();
  const list = path.length > 1 ? fieldAt(settings.fields, pointerOf(path.slice(0, -1)), data) : undefined;
  const hasRecordField = ({ name }: FieldModel): boolean =>
    settings.fields.some((field) => field.collapsed && field.name === name);
  const buildLabel = (field: FieldModel): string =>
    list?.item && hasRecordField(field)
      ? t('%{part} for this %{title}', { part: field.title, title: list.item.title.toLowerCase() })
      : field.title;
  return fields.map((field) => (
    <Button
      key={field.name}
      size="small"
      color="inherit"
      startIcon={<AddIcon />}
      onClick={() => onAdd(field)}
      sx={{ color: 'var(--ink-2)', height: 'auto', minHeight: 32, whiteSpace: 'normal', textAlign: 'left' }}
    >
      {buildLabel(field)}
    </Button>
  ));
}
