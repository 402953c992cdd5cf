import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import ListItemText from '@mui/material/ListItemText';
import type { ConsoleEntity } from '../product.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Built in: csv, xlsx, json; or the id of a format of the entity. */
export type ExportFormat = string;

interface ExportMenuProps {
  anchor: HTMLElement;
  /** JSON has complete records, for entities that can import them. */
  canExportJson: boolean;
  /** File formats of this entity. */
  entityFormats: ConsoleEntity['features']['formats'];
  onChoose: (format: ExportFormat) => void;
  onClose: () => void;
}

const FORMATS: { format: ExportFormat; label: string; detail?: string }[] = [
  { format: 'csv', label: 'CSV', detail: t('For any program, any number of rows') },
  { format: 'xlsx', label: t('Excel (XLSX)'), detail: t('Up to 1,048,575 rows') },
  { format: 'json', label: 'JSON', detail: t('Complete records for import, up to 500') },
];

/** Menu of the file formats in which the list can be exported. */
export const ExportMenu = ({ anchor, canExportJson, entityFormats, onChoose, onClose }: ExportMenuProps) => (
  <Menu
    open
    anchorEl={anchor}
    onClose={onClose}
    slotProps={{ list: { 'aria-label': t('Export as') } }}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    transformOrigin={{ vertical: 'top', horizontal: 'right' }}
  >
    {[
      ...FORMATS.filter(({ format }) => canExportJson || format !== 'json'),
      ...Object.entries(entityFormats).flatMap(([format, { label, detail, writes }]) =>
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
