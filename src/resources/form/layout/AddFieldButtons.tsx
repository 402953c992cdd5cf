import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { fieldAt } from '../../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { type Path, pointerOf } from '../../fieldKit/pointers.ts';
import { useFormSession } from '../../fieldKit/useSession.ts';

interface Props {
  path: Path;
  fields: FieldModel[];
  onAdd: (field: FieldModel) => void;
}

/** A button for each field that can be added; in an item, it names the item where the record has the same field for all. */
export function AddFieldButtons({ fields, path, onAdd }: Props) {
  const { settings, data } = useFormSession();
  const list = path.length > 1 ? fieldAt(settings.fields, pointerOf(path.slice(0, -1)), data) : undefined;
  const isOfAll = ({ name }: FieldModel): boolean =>
    settings.fields.some((field) => field.collapsed && field.name === name);
  const labelOf = (field: FieldModel): string =>
    list?.item && isOfAll(field)
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
      {labelOf(field)}
    </Button>
  ));
}
