import { Suspense, lazy, useRef, useState } from 'react';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import GridView from '@mui/icons-material/GridView';
import TableRows from '@mui/icons-material/TableRows';
import ViewColumn from '@mui/icons-material/ViewColumn';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { ActionBar } from '../actions/ActionBar.tsx';
import type { ActionEntry } from '../actions/types.ts';
import { formatNumber } from '../fields/shared/format.ts';
import type { EntityListModel } from './useEntityList.ts';
import { useExport } from './useExport.ts';
import { ViewButton } from './views/ViewButton.tsx';

const ExportMenu = lazy(() => import('./ExportMenu.tsx').then((it) => ({ default: it.ExportMenu })));
const ImportDialog = lazy(() =>
  import('./import/ImportDialog.tsx').then((it) => ({ default: it.ImportDialog })),
);
const ColumnChooser = lazy(() => import('./ColumnChooser.tsx').then((it) => ({ default: it.ColumnChooser })));

interface ListToolsProps {
  entityList: EntityListModel;
  as: 'table' | 'cards';
  /** Phones always show cards. */
  fixed: boolean;
}

/** Table or cards, columns, import, export. */
export const ListTools = ({ entityList, as, fixed }: ListToolsProps) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [exportAnchor, setExportAnchor] = useState<HTMLElement>();
  const [isImporting, setImporting] = useState(false);
  const { features } = entityList.model;
  const { may } = entityList.rights;
  const mayImport = features.import !== false && (may('create') || may('update'));
  const exporting = useExport(entityList);
  const running = exporting.progress !== undefined;
  const other = as === 'table' ? 'cards' : 'table';
  const box = useRef<HTMLDivElement>(null);
  const entries: ActionEntry[] = [
    { id: 'columns', label: 'Columns', run: () => setAnchor(box.current ?? undefined) },
  ];
  if (mayImport) entries.push({ id: 'import', label: 'Import', run: () => setImporting(true) });
  if (features.export && running)
    entries.push({ id: 'export', label: 'Cancel export', run: exporting.cancel });
  else if (features.export && entityList.phase === 'content')
    entries.push({ id: 'export', label: 'Export', run: () => setExportAnchor(box.current ?? undefined) });
  return (
    <div ref={box} style={{ display: 'flex', alignItems: 'center', gap: 4, marginLeft: 'auto' }}>
      {features.views && <ViewButton entityList={entityList} />}
      {fixed && <ActionBar label="List tools" entries={entries} buttons="none" />}
      {!fixed && (
        <IconButton size="small" aria-label={`Show as ${other}`} onClick={() => entityList.setAs(other)}>
          {other === 'cards' ? <GridView fontSize="small" /> : <TableRows fontSize="small" />}
        </IconButton>
      )}
      {!fixed && (
        <Button
          size="small"
          color="inherit"
          startIcon={<ViewColumn />}
          aria-haspopup="dialog"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          Columns
        </Button>
      )}
      {!fixed && mayImport && (
        <Button
          size="small"
          color="inherit"
          startIcon={<FileUploadOutlined />}
          aria-haspopup="dialog"
          onClick={() => setImporting(true)}
        >
          Import
        </Button>
      )}
      {!fixed && features.export && (
        <Button
          size="small"
          color="inherit"
          startIcon={<FileDownloadOutlined />}
          disabled={entityList.phase !== 'content'}
          aria-haspopup={running ? undefined : 'menu'}
          onClick={(event) => (running ? exporting.cancel() : setExportAnchor(event.currentTarget))}
        >
          {running ? 'Cancel export' : 'Export'}
        </Button>
      )}
      {running && (
        <output aria-live="polite" style={{ fontSize: 12 }}>
          {exporting.progress ? `${formatNumber(exporting.progress)} kB` : 'Preparing…'}
        </output>
      )}
      {isImporting && (
        <Suspense fallback={null}>
          <ImportDialog model={entityList.model} onClose={() => setImporting(false)} />
        </Suspense>
      )}
      {exportAnchor && (
        <Suspense fallback={null}>
          <ExportMenu
            anchor={exportAnchor}
            onChoose={exporting.start}
            onClose={() => setExportAnchor(undefined)}
          />
        </Suspense>
      )}
      {anchor && (
        <Suspense fallback={null}>
          <ColumnChooser entityList={entityList} anchor={anchor} onClose={() => setAnchor(undefined)} />
        </Suspense>
      )}
    </div>
  );
};
