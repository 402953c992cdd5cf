import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import ListItemText from '@mui/material/ListItemText';
import type { ExportRequest } from '../../dataProvider/exchangeVerbs.ts';

interface ExportMenuProps {
  anchor: HTMLElement;
  onChoose: (format: ExportRequest['format']) => void;
  onClose: () => void;
}

const FORMATS: { format: ExportRequest['format']; label: string; detail: string }[] = [
  { format: 'csv', label: 'CSV', detail: 'For every program, any number of rows' },
  { format: 'xlsx', label: 'Excel (XLSX)', detail: 'At most 1,048,575 rows' },
];

/** As which kind of file the list is saved. */
export const ExportMenu = ({ anchor, onChoose, onClose }: ExportMenuProps) => (
  <Menu
    open
    anchorEl={anchor}
    onClose={onClose}
    slotProps={{ list: { 'aria-label': 'Export as' } }}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    transformOrigin={{ vertical: 'top', horizontal: 'right' }}
  >
    {FORMATS.map(({ format, label, detail }) => (
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
