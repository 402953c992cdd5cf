import { useEffect, useLayoutEffect, useRef } from 'react';
import Close from '@mui/icons-material/Close';
import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import FocusTrap from '@mui/material/Unstable_TrapFocus';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { RecordContextProvider } from 'react-admin';
import { Link } from 'react-router';
import { recordTitle } from '../../../../schemas/model/fields.ts';
import { RecordTitle } from '../../actions/RecordTitle.tsx';
import type { ListRecord } from '../../fieldKit/types.ts';
import { useIsModelLoaded } from '../../form/useFormValidator.ts';
import { hasScreen } from '../../paths.ts';
import { RecordFacts } from '../../RecordFacts.tsx';
import { Panel } from '../../panels/Panel.tsx';
import { ShowSkeleton } from '../../states/ShowSkeleton.tsx';
import { ErrorState } from '../../states/ListStates.tsx';
import { useWholeRecord } from '../../wholeRecord.ts';
import type { EntityListModel } from '../useEntityList.ts';
import { focusRow } from '../focusRow.ts';
import { PeekFields } from './PeekFields.tsx';
import type { PeekState } from './usePeek.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';
import { PHONE } from '../../../theme/tokens.ts';

const Drawer = styled('aside')(({ theme }) => ({
  position: 'absolute',
  zIndex: 5,
  inset: '0 0 0 auto',
  width: 400,
  maxWidth: '100%',
  boxSizing: 'border-box',
  display: 'flex',
  flexDirection: 'column',
  backgroundColor: 'var(--sheet)',
  borderLeft: '1px solid var(--line)',
  // Beside the list where there is room, else an overlay.
  ':not([data-peek]) > &': { boxShadow: theme.shadows[8] },
  [theme.breakpoints.down('sm')]: {
    position: 'fixed',
    zIndex: theme.zIndex.modal,
    inset: 0,
    width: 'auto',
    border: 0,
  },
  '& > header': {
    display: 'flex',
    alignItems: 'flex-start',
    gap: 4,
    padding: '12px 12px 8px 24px',
    '& h2': {
      flex: 1,
      minWidth: 0,
      margin: 0,
      paddingTop: 2,
      ...TEXT.heading,
      fontWeight: 600,
      overflowWrap: 'anywhere',
    },
  },
  '& > div': { flex: 1, minHeight: 0, overflow: 'auto', padding: '8px 24px 24px' },
  '& > div > * + *': { marginTop: 24 },
  '& > footer': { padding: '12px 24px', borderTop: '1px solid var(--line)' },
}));

interface PeekProps {
  entityList: EntityListModel;
  peek: PeekState & { id: string };
}

/** A drawer that shows a record beside its list. The list's arrow keys show the next one. */
export const Peek = ({ entityList, peek }: PeekProps) => {
  const { model, list, paths, rights } = entityList;
  const { rows } = list;
  const at = rows.findIndex(({ id }) => id === peek.id);
  const { data, error, refetch } = useWholeRecord<ListRecord>(model.name, peek.id);
  const isModelLoaded = useIsModelLoaded(model.name);
  const phone = useMediaQuery(PHONE, { noSsr: true });
  const drawer = useRef<HTMLElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (phone) closeButton.current?.focus();
  }, [phone]);

  const isClosing = useRef(false);
  const latest = useRef(at);
  useEffect(() => {
    latest.current = at;
  });
  // After the focus trap is gone.
  useLayoutEffect(
    () => () => {
      if (isClosing.current)
        queueMicrotask(() => focusRow(document.querySelector(`[data-index="${latest.current}"]`)));
    },
    [],
  );

  const record = data ?? rows[at];
  const title = record ? recordTitle(model, record) : model.title;
  const close = (): void => {
    isClosing.current = true;
    peek.open(undefined);
  };
  const step = (by: 1 | -1) => () => peek.open(rows[at + by]?.id ?? peek.id);
  const opensInShow = (model.routes !== false && model.routes.show !== undefined) || !rights.may('update');
  const preview = (
    <Drawer
      ref={drawer}
      tabIndex={-1}
      role={phone ? 'dialog' : undefined}
      aria-modal={phone || undefined}
      aria-label={t('Preview of %{title}', { title })}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
      }}
    >
      <header>
        <h2>{record ? <RecordTitle model={model} record={record} /> : model.title}</h2>
        <IconButton size="small" aria-label={t('Previous')} disabled={at <= 0} onClick={step(-1)}>
          <KeyboardArrowUp fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          aria-label={t('Next')}
          disabled={at < 0 || at === rows.length - 1}
          onClick={step(1)}
        >
          <KeyboardArrowDown fontSize="small" />
        </IconButton>
        <IconButton ref={closeButton} size="small" aria-label={t('Close the preview')} onClick={close}>
          <Close fontSize="small" />
        </IconButton>
      </header>
      <div>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data && isModelLoaded ? (
          <>
            {model.list.preview ? (
              <RecordContextProvider value={data}>
                <Panel key={peek.id} name={model.list.preview.panel} />
              </RecordContextProvider>
            ) : null}
            <PeekFields model={model} record={data} />
            <RecordFacts model={model} record={data} />
          </>
        ) : (
          <ShowSkeleton />
        )}
      </div>
      {hasScreen(model) && (
        <footer>
          <Button component={Link} to={paths(opensInShow ? 'show' : 'edit', peek.id)} variant="outlined">
            {t('Open')}
          </Button>
        </footer>
      )}
    </Drawer>
  );
  return (
    <FocusTrap
      open={phone}
      disableAutoFocus
      disableRestoreFocus
      // A dialog above traps the focus itself.
      isEnabled={() => !drawer.current?.closest('[aria-hidden=true]')}
    >
      {preview}
    </FocusTrap>
  );
};
