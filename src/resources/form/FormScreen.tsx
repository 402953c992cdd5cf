import { styled } from '@mui/material/styles';
import { type ReactNode, useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { openingTabQuery } from '../../../schemas/model/listCalls.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { useOpenPath } from '../openPath.ts';
import { whenSecretsDismissed } from '../../ui/oneTimeSecretQueue.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { HEADER_HEIGHT } from '../../theme/tokens.ts';
import { lastListSearch } from '../lastQuery.ts';
import type { ConsoleEntity } from '../product.ts';
import { FormHead, FormHeadContext, type FormHeadSlots, titleFieldOf } from './FormHead.tsx';
import { useParent } from '../useParent.ts';
import { PAGE_WIDTH_PX, pageOfWidth } from './pageWidth.ts';
import { isFullBleedForm } from './zones.ts';

const FormDialog = lazyComponent(() => import('./FormDialog.tsx').then((it) => it.FormDialog));

/** The page of a form: its head, and what fills the sheet below it. */
export const FormPage = styled('div')({
  width: '100%',
  '--head': `${HEADER_HEIGHT}px`,
  '&:not([data-panels], [data-zones])': pageOfWidth(PAGE_WIDTH_PX),
  // Zones reach from edge to edge, and to the end of the sheet.
  '&:is([data-panels], [data-zones])': { minHeight: '100%', display: 'flex', flexDirection: 'column' },
  '&[data-zones] > [data-editor]': { flex: '1 0 auto' },
  // Of two lines, where it has fields in it.
  '@media (max-width:1199px)': { '&[data-zones]': { '--head': `${HEADER_HEIGHT + 44}px` } },
});
interface FormScreenProps {
  model: ConsoleEntity;
  /** A dialog over the list. */
  isOver: boolean;
  title: ReactNode;
  /** The title says what is made, and stays in sight above the name that it is given. */
  isNew?: boolean;
  /** Where the record stands, of those that have states. */
  state?: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of a form as its model wants it: a page with a heading, or a dialog above the list. */
export function FormScreen({
  model,
  isOver,
  title,
  isNew,
  state,
  actions,
  onClose,
  children,
}: FormScreenProps) {
  const [places, setPlaces] = useState<FormHeadSlots>(() => ({
    noun: model.title,
    titleField: titleFieldOf(model),
  }));
  const paths = useOpenPath(model);
  const above = useParent(model)?.title;
  if (isOver) {
    return (
      <FormDialog title={title} actions={actions} onClose={onClose}>
        {children}
      </FormDialog>
    );
  }
  // Beside its list a record needs no way back to it.
  const isBeside = model.list.layout === 'split';
  const hasWay = !model.single && !isBeside;
  const [list = ''] = paths('list').split('?');
  return (
    <FormPage
      data-form-screen
      data-panels={model.form.panels.length > 0 || undefined}
      data-zones={isFullBleedForm(model.form) || undefined}
    >
      <FormHead
        {...{ title, isNew, isBeside, state, actions }}
        back={hasWay ? { label: above ?? model.plural, path: list + lastListSearch(model.name) } : undefined}
        onPlaces={setPlaces}
      />
      <FormHeadContext value={places}>{children}</FormHeadContext>
    </FormPage>
  );
}

/**
 * Where a form leads: back to the list as it was, or from a new record that has a page on to that, unless it is one of
 * those below another record; from any new record where there is more to be saved of it.
 */
export function useCloseForm(
  model: ConsoleEntity,
  isOver: boolean,
): {
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
    void navigate(back ?? list + (isOver ? search : lastListSearch(model.name)));
  }, [model, isOver, paths, navigate, search, back]);
  const done = useCallback(
    (saved: EntityRecord, isCreated: boolean, isMore = false) => {
      const isLeft =
        model.form.create === undefined && (isOver || back !== undefined || model.parent !== undefined);
      const list = listWith(model, saved);
      const own = paths('edit', saved.id);
      if (isCreated && (!isLeft || isMore))
        void whenSecretsDismissed().then(() => navigate(own, { replace: true, state: back && { back } }));
      else if (back === undefined && !isOver && list !== undefined)
        void navigate(`${paths('list').split('?')[0] ?? ''}?${list}`);
      else close();
    },
    [model, isOver, close, navigate, paths, back],
  );
  return { close, done };
}

/** The query of the list in the tab that a record is in, where the list would open, or last was, in another one. */
const listWith = ({ name, list }: ConsoleEntity, saved: EntityRecord): string | undefined => {
  const { by, opens } = list.tabs ?? {};
  if (by === undefined || opens === undefined) return undefined;
  const query = new URLSearchParams(lastListSearch(name) || openingTabQuery(list));
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
