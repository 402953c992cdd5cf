import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import ListItemText from '@mui/material/ListItemText';
import type { ConsoleEntity } from '../product.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Kinds of files; `json` holds whole records, with what is inside them, others are the entity's own. */
export type ExportFormat = string;

interface ExportMenuProps {
  anchor: HTMLElement;
  /** Whole records can be brought in again. */
  json: boolean;
  /** Formats of other programs that the entity has. */
  own: ConsoleEntity['features']['formats'];
  onChoose: (format: ExportFormat) => void;
  onClose: () => void;
}

const FORMATS: { format: ExportFormat; label: string; detail?: string }[] = [
  { format: 'csv', label: 'CSV', detail: t('For any program, any number of rows') },
  { format: 'xlsx', label: t('Excel (XLSX)'), detail: t('Up to 1,048,575 rows') },
  { format: 'json', label: 'JSON', detail: t('Complete records for import, up to 500') },
];

/** As which kind of file the list is saved. */
export const ExportMenu = ({ anchor, json, own, onChoose, onClose }: ExportMenuProps) => (
  <Menu
    open
    anchorEl={anchor}
    onClose={onClose}
    slotProps={{ list: { 'aria-label': t('Export as') } }}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    transformOrigin={{ vertical: 'top', horizontal: 'right' }}
  >
    {[
      ...FORMATS.filter(({ format }) => json || format !== 'json'),
      ...Object.entries(own).flatMap(([format, { label, detail, writes }]) =>
        writes === undefined ? [] : [{ format, label, detail }],
      ),
    ].map(({ format, label, detail }) => (
      <MenuItem
        key={format}
        onClick={() => {
          onClose();
          onChoose(format);
        }}
      >
        <ListItemText primary={label} secondary={detail} />
      </MenuItem>
    ))}
  </Menu>
);
