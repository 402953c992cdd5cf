import { styled } from '@mui/material/styles';
import { type ReactNode, useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { openingTab } from '../../../schemas/model/listCalls.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { useOpenPath } from '../actions/openPath.ts';
import { lastListQuery } from '../list/lastQuery.ts';
import type { ConsoleEntity } from '../product.ts';
import { FormDialog } from './FormDialog.tsx';
import { PAGE_WIDTH_PX, pageOfWidth } from './pageWidth.ts';
import { hasZones } from './zones.ts';

const Page = styled('div')({
  width: '100%',
  '&:not([data-panels], [data-zones])': pageOfWidth(PAGE_WIDTH_PX),
  // With something beside the form there is more to be seen.
  '&[data-panels]': {
    maxWidth: 1440,
    minHeight: '100%',
    display: 'flex',
    flexDirection: 'column',
  },
  // Zones reach from edge to edge, and to the end of the sheet.
  '&[data-zones]': { maxWidth: 'none', minHeight: '100%', display: 'flex', flexDirection: 'column' },
  '&[data-zones] > [data-editor]': { flex: '1 0 auto' },
});
const Head = styled('header')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  marginBottom: 16,
  minHeight: 40,
});
const Title = styled('h1')({
  margin: 0,
  fontSize: 20,
  lineHeight: '32px',
  fontWeight: 600,
  letterSpacing: '-0.012em',
  flex: 1,
  minWidth: 0,
});

interface FormScreenProps {
  model: ConsoleEntity;
  title: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of a form as its model wants it: a page with a heading, or a dialog above the list. */
export function FormScreen({ model, title, actions, onClose, children }: FormScreenProps) {
  if (model.form.as === 'dialog') {
    return (
      <FormDialog title={title} actions={actions} onClose={onClose}>
        {children}
      </FormDialog>
    );
  }
  return (
    <Page
      data-panels={model.form.panels.length > 0 || undefined}
      data-zones={hasZones(model.form) || undefined}
    >
      <Head>
        <Title>{title}</Title>
        {actions}
      </Head>
      {children}
    </Page>
  );
}

/**
 * Where a form leads: back to the list as it was, or from a new page-sized record on to its own address; from any new
 * record where there is more to be saved of it.
 */
export function useCloseForm(model: ConsoleEntity): {
  close: () => void;
  done: (saved: EntityRecord, isCreated: boolean, isMore?: boolean) => void;
} {
  const paths = useOpenPath(model);
  const navigate = useNavigate();
  const location = useLocation();
  const { search } = location;
  const back = backOf(location.state);
  const close = useCallback(() => {
    const [list = ''] = paths('list').split('?');
    // The list as it was: under a dialog by the address, before a page by what it last showed.
    void navigate(back ?? list + (model.form.as === 'dialog' ? search : lastListQuery(model.name)));
  }, [model, paths, navigate, search, back]);
  const done = useCallback(
    (saved: EntityRecord, isCreated: boolean, isMore = false) => {
      const isLeft = model.form.as === 'dialog' || back !== undefined;
      const list = listWith(model, saved);
      if (isCreated && (!isLeft || isMore))
        void navigate(paths('edit', saved.id), { replace: true, state: back && { back } });
      else if (back === undefined && model.form.as !== 'dialog' && list !== undefined)
        void navigate(`${paths('list').split('?')[0] ?? ''}?${list}`);
      else close();
    },
    [model, close, navigate, paths, back],
  );
  return { close, done };
}

/** The query of the list in the tab that a record is in, where the list would open, or last was, in another one. */
const listWith = ({ name, list }: ConsoleEntity, saved: EntityRecord): string | undefined => {
  const { by, opens } = list.tabs ?? {};
  if (by === undefined || opens === undefined) return undefined;
  const query = new URLSearchParams(lastListQuery(name) || openingTab(list));
  const value = saved[by];
  if (typeof value !== 'string' || !query.has(by) || query.getAll(by).includes(value)) return undefined;
  query.set(by, value);
  return query.toString();
};

/** Where the form was opened from, when that is another record's page. */
const backOf = (state: unknown): string | undefined => {
  const back: unknown =
    state !== null && typeof state === 'object' && 'back' in state ? state.back : undefined;
  return typeof back === 'string' && back.startsWith('/') ? back : undefined;
};
