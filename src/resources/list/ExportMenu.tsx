import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import ListItemText from '@mui/material/ListItemText';
import type { ExportRequest } from '../../dataProvider/exchangeVerbs.ts';

/** Kinds of files; JSON holds whole records, with what is inside them. */
export type ExportFormat = ExportRequest['format'] | 'json';

interface ExportMenuProps {
  anchor: HTMLElement;
  /** Whole records can be brought in again. */
  json: boolean;
  onChoose: (format: ExportFormat) => void;
  onClose: () => void;
}

const FORMATS: { format: ExportFormat; label: string; detail: string }[] = [
  { format: 'csv', label: 'CSV', detail: 'For any program, any number of rows' },
  { format: 'xlsx', label: 'Excel (XLSX)', detail: 'Up to 1,048,575 rows' },
  { format: 'json', label: 'JSON', detail: 'Complete records for import, up to 500' },
];

/** As which kind of file the list is saved. */
export const ExportMenu = ({ anchor, json, onChoose, onClose }: ExportMenuProps) => (
  <Menu
    open
    anchorEl={anchor}
    onClose={onClose}
    slotProps={{ list: { 'aria-label': 'Export as' } }}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    transformOrigin={{ vertical: 'top', horizontal: 'right' }}
  >
    {FORMATS.filter(({ format }) => json || format !== 'json').map(({ format, label, detail }) => (
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
