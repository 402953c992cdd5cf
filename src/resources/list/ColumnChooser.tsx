import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Divider from '@mui/material/Divider';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import { possibleColumns } from '../columns.ts';
import type { EntityListModel } from './useEntityList.ts';
import { AnchoredPopover } from '../panels/AnchoredPopover.tsx';
import { t } from '../../../schemas/texts/translate.ts';

interface ColumnChooserProps {
  entityList: EntityListModel;
  anchor: HTMLElement;
  onClose: () => void;
}

/**
 * Chooses columns, their order, and paging. Columns are stored by field name, so that a changed schema does not mix
 * them up.
 */
export const ColumnChooser = ({ entityList, anchor, onClose }: ColumnChooserProps) => {
  const { model, columns, setColumns, state, change } = entityList;
  const isPaged = state.page !== undefined;
  const shown = columns.map((field) => field.name);
  const hidden = possibleColumns(model).filter((field) => !shown.includes(field.name));

  const toggle = (name: string): void =>
    setColumns(shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name]);
  const move = (name: string, by: -1 | 1): void => {
    const others = shown.filter((one) => one !== name);
    others.splice(shown.indexOf(name) + by, 0, name);
    setColumns(others);
  };

  return (
    <AnchoredPopover
      label={t('Columns')}
      at="right"
      sx={{ width: 300, maxHeight: 480 }}
      {...{ anchor, onClose }}
    >
      <Box sx={{ p: 1 }}>
        {[...columns, ...hidden].map((field) => {
          const position = shown.indexOf(field.name);
          return (
            <Box key={field.name} sx={{ display: 'flex', alignItems: 'center' }}>
              <FormControlLabel
                sx={{ flex: 1, minWidth: 0, ml: 0 }}
                label={field.title}
                control={
                  <Checkbox
                    size="small"
                    checked={position >= 0}
                    disabled={position >= 0 && shown.length === 1}
                    onChange={() => toggle(field.name)}
                  />
                }
              />
              {position >= 0 && (
                <>
                  <IconButton
                    size="small"
                    aria-label={t('Move %{title} up', { title: field.title })}
                    disabled={position === 0}
                    onClick={() => move(field.name, -1)}
                  >
                    <KeyboardArrowUp fontSize="small" />
                  </IconButton>
                  <IconButton
                    size="small"
                    aria-label={t('Move %{title} down', { title: field.title })}
                    disabled={position === shown.length - 1}
                    onClick={() => move(field.name, 1)}
                  >
                    <KeyboardArrowDown fontSize="small" />
                  </IconButton>
                </>
              )}
            </Box>
          );
        })}
        <Button size="small" fullWidth onClick={() => setColumns(undefined)}>
          {t('Reset to default')}
        </Button>
        <Divider sx={{ my: 1 }} />
        <FormControlLabel
          sx={{ ml: 0 }}
          label={t('Page by page')}
          control={
            <Checkbox
              size="small"
              checked={isPaged}
              onChange={() => change({ page: isPaged ? undefined : 1 })}
            />
          }
        />
      </Box>
    </AnchoredPopover>
  );
};
