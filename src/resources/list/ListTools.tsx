import { Suspense, lazy, useState } from 'react';
import DensityMedium from '@mui/icons-material/DensityMedium';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import GridView from '@mui/icons-material/GridView';
import TableRows from '@mui/icons-material/TableRows';
import ViewColumn from '@mui/icons-material/ViewColumn';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { Hint } from '../../layout/Hint.tsx';
import { ActionBar } from '../actions/ActionBar.tsx';
import type { ActionEntry } from '../actions/types.ts';
import { formatNumber } from '../fields/shared/format.ts';
import type { EntityListModel } from './useEntityList.ts';
import { useExport } from './useExport.ts';

const ExportMenu = lazy(() => import('./ExportMenu.tsx').then((it) => ({ default: it.ExportMenu })));
const ImportDialog = lazy(() =>
  import('./import/ImportDialog.tsx').then((it) => ({ default: it.ImportDialog })),
);
const ColumnChooser = lazy(() => import('./ColumnChooser.tsx').then((it) => ({ default: it.ColumnChooser })));

interface ShapeToolsProps {
  entityList: EntityListModel;
  as: 'table' | 'cards';
}

/** How the rows look: compact or not, a table or cards, with which columns. */
export const ShapeTools = ({ entityList, as }: ShapeToolsProps) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const isCompact = entityList.state.density === 'compact';
  const other = as === 'table' ? 'cards' : 'table';
  return (
    <>
      {as === 'table' && (
        <Hint text="Compact rows">
          <IconButton
            size="small"
            aria-label="Compact rows"
            aria-pressed={isCompact}
            color={isCompact ? 'primary' : undefined}
            onClick={() => entityList.setDensity(isCompact ? undefined : 'compact')}
          >
            <DensityMedium fontSize="small" />
          </IconButton>
        </Hint>
      )}
      <Hint text={`Show as ${other}`}>
        <IconButton size="small" aria-label={`Show as ${other}`} onClick={() => entityList.setAs(other)}>
          {other === 'cards' ? <GridView fontSize="small" /> : <TableRows fontSize="small" />}
        </IconButton>
      </Hint>
      <Hint text="Columns">
        <IconButton
          size="small"
          aria-label="Columns"
          aria-haspopup="dialog"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <ViewColumn fontSize="small" />
        </IconButton>
      </Hint>
      {anchor && (
        <Suspense fallback={null}>
          <ColumnChooser entityList={entityList} anchor={anchor} onClose={() => setAnchor(undefined)} />
        </Suspense>
      )}
    </>
  );
};

interface FileToolsProps {
  entityList: EntityListModel;
  /** All in a menu, and the choice of columns too. */
  isPhone: boolean;
  size?: 'small' | 'medium';
}

/** Import and export. */
export const FileTools = ({ entityList, isPhone, size }: FileToolsProps) => {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState<'columns' | 'import' | 'export'>();
  const { model, phase } = entityList;
  const { may } = entityList.rights;
  const mayImport = model.features.import !== false && (may('create') || may('update'));
  const exporting = useExport(entityList);
  const running = exporting.progress !== undefined;
  const look = { size, variant: 'outlined', color: 'inherit' } as const;
  const close = (): void => setOpen(undefined);

  const entries: ActionEntry[] = [];
  if (phase === 'content') entries.push({ id: 'columns', label: 'Columns', run: () => setOpen('columns') });
  if (mayImport) entries.push({ id: 'import', label: 'Import', run: () => setOpen('import') });
  if (model.features.export && running)
    entries.push({ id: 'export', label: 'Cancel export', run: exporting.cancel });
  else if (model.features.export && phase === 'content')
    entries.push({ id: 'export', label: 'Export', run: () => setOpen('export') });
  return (
    <span ref={setBox} style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
      {running && (
        <output aria-live="polite" style={{ fontSize: 12 }}>
          {exporting.progress ? `${formatNumber(exporting.progress)} kB` : 'Preparing…'}
        </output>
      )}
      {isPhone && <ActionBar label="List tools" entries={entries} buttons="none" />}
      {!isPhone && mayImport && (
        <Button
          {...look}
          startIcon={<FileUploadOutlined />}
          aria-haspopup="dialog"
          onClick={() => setOpen('import')}
        >
          Import
        </Button>
      )}
      {!isPhone && model.features.export && (
        <Button
          {...look}
          startIcon={<FileDownloadOutlined />}
          disabled={phase !== 'content'}
          aria-haspopup={running ? undefined : 'menu'}
          onClick={() => (running ? exporting.cancel() : setOpen('export'))}
        >
          {running ? 'Cancel export' : 'Export'}
        </Button>
      )}
      <Suspense fallback={null}>
        {open === 'import' && <ImportDialog model={model} onClose={close} />}
        {open === 'export' && box && <ExportMenu anchor={box} onChoose={exporting.start} onClose={close} />}
        {open === 'columns' && box && <ColumnChooser entityList={entityList} anchor={box} onClose={close} />}
      </Suspense>
    </span>
  );
};
