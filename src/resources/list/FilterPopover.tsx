import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Typography from '@mui/material/Typography';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { findFieldType } from '../fields/registry.ts';
import { focusFirstInput } from '../fields/shared/lazyFilter.tsx';
import type { FilterValue } from '../fieldKit/types.ts';
import { Placeholder } from '../states/Placeholder.ts';
import { AnchoredPopover } from '../panels/AnchoredPopover.tsx';
import { t } from '../../../schemas/texts/translate.ts';

interface FilterPopoverProps {
  anchor: HTMLElement;
  field: FieldModel | undefined;
  fields: FieldModel[];
  filters: Record<string, FilterValue>;
  onChoose: (field: FieldModel) => void;
  /** `done` closes the popover; choices stay open for more. */
  onChange: (field: FieldModel, value: FilterValue, done: boolean) => void;
  /** Clears all filters, if there are any. */
  onClear?: () => void;
  onClose: () => void;
}

/** Selects a field, then its value. */
export const FilterPopover = (props: FilterPopoverProps) => {
  const { anchor, field, fields, filters, onChoose, onChange, onClear, onClose } = props;
  const Filter = field && findFieldType(field).Filter;
  return (
    <AnchoredPopover
      label={field ? t('Filter by %{title}', { title: field.title }) : t('Filters')}
      sx={{ minWidth: 220 }}
      {...{ anchor, onClose }}
    >
      {field && Filter ? (
        <Box key={field.name} ref={focusFirstInput} sx={{ p: 2 }}>
          <Typography component="h2" sx={{ fontSize: 13, fontWeight: 600, mb: 1.5 }}>
            {field.title}
          </Typography>
          <Filter
            field={field}
            value={filters[field.name] ?? {}}
            onChange={(value) => onChange(field, value, findFieldType(field).filterStaysOpen !== true)}
            fallback={<Placeholder aria-busy style={{ width: 220, height: 40 }} />}
          />
        </Box>
      ) : (
        <MenuList autoFocusItem dense={false} aria-label={t('Filter by')}>
          {fields.map((one) => (
            <MenuItem key={one.name} onClick={() => onChoose(one)}>
              <ListItemText
                primary={one.title}
                secondary={<FilterValueText field={one} value={filters[one.name]} />}
              />
            </MenuItem>
          ))}
          {onClear && <Divider />}
          {onClear && (
            <MenuItem
              onClick={() => {
                onClose();
                onClear();
              }}
            >
              {t('Clear')}
            </MenuItem>
          )}
        </MenuList>
      )}
    </AnchoredPopover>
  );
};

const FilterValueText = ({ field, value }: { field: FieldModel; value?: FilterValue }) => {
  const { FilterLabel } = findFieldType(field);
  if (!value) return null;
  return FilterLabel ? (
    <FilterLabel field={field} value={value} />
  ) : (
    Object.values(value).flat().join(t(', '))
  );
};
