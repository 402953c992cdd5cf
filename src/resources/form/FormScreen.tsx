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
import { FormHead, FormHeadContext, type FormHeadSlots, findTitleField } from './FormHead.tsx';
import { useParent } from '../useParent.ts';
import { PAGE_WIDTH_PX, pageWidthStyles } from './pageWidth.ts';
import { isFullBleedForm } from './zones.ts';

const FormDialog = lazyComponent(() => import('./FormDialog.tsx').then((it) => it.FormDialog));

/** The page of a form. */
export const FormPage = styled('div')({
  width: '100%',
  '--head': `${HEADER_HEIGHT}px`,
  '&:not([data-panels], [data-zones])': pageWidthStyles(PAGE_WIDTH_PX),
  // Zones are full-bleed.
  '&:is([data-panels], [data-zones])': { minHeight: '100%', display: 'flex', flexDirection: 'column' },
  '&[data-zones] > [data-editor]': { flex: '1 0 auto' },
  // The head has two lines when it holds fields.
  '@media (max-width:1199px)': { '&[data-zones]': { '--head': `${HEADER_HEIGHT + 44}px` } },
});
interface FormScreenProps {
  model: ConsoleEntity;
  /** A dialog over the list. */
  isDialog: boolean;
  title: ReactNode;
  /** The title stays visible above the name input. */
  isNew?: boolean;
  /** The record's lifecycle state, where it has one. */
  state?: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of a form: a page with a head, or a dialog above the list. */
export function FormScreen({
  model,
  isDialog,
  title,
  isNew,
  state,
  actions,
  onClose,
  children,
}: FormScreenProps) {
  const [slots, setSlots] = useState<FormHeadSlots>(() => ({ titleField: findTitleField(model) }));
  const paths = useOpenPath(model);
  const parentTitle = useParent(model)?.title;
  if (isDialog) {
    return (
      <FormDialog title={title} actions={actions} onClose={onClose}>
        {children}
      </FormDialog>
    );
  }
  // Beside its list a record needs no back link.
  const isBeside = model.list.layout === 'split';
  const hasBackLink = !model.single && !isBeside;
  const [list = ''] = paths('list').split('?');
  return (
    <FormPage
      data-form-screen
      data-panels={model.form.panels.length > 0 || undefined}
      data-zones={isFullBleedForm(model.form) || undefined}
    >
      <FormHead
        {...{ title, isNew, isBeside, state, actions }}
        back={
          hasBackLink
            ? { label: parentTitle ?? model.plural, path: list + lastListSearch(model.name) }
            : undefined
        }
        onSlots={setSlots}
      />
      <FormHeadContext value={slots}>{children}</FormHeadContext>
    </FormPage>
  );
}

/**
 * Navigation when a form is closed or saved: back to the list as it was, or from a new record to its own page, unless
 * it is one of
 * another record's children. A new record with newer unsaved input always leads to its page.
 */
export function useCloseForm(
  model: ConsoleEntity,
  isDialog: boolean,
): {
  close: () => void;
  done: (saved: EntityRecord, isCreated: boolean, hasNewerInput?: boolean) => void;
} {
  const paths = useOpenPath(model);
  const navigate = useNavigate();
  const location = useLocation();
  const { search } = location;
  const back = parseBackPath(location.state);
  const close = useCallback(() => {
    const [list = ''] = paths('list').split('?');
    // Under a dialog the address has the list's query; a page uses the last one.
    void navigate(back ?? list + (isDialog ? search : lastListSearch(model.name)));
  }, [model, isDialog, paths, navigate, search, back]);
  const done = useCallback(
    (saved: EntityRecord, isCreated: boolean, isMore = false) => {
      const leavesForm =
        model.form.create === undefined && (isDialog || back !== undefined || model.parent !== undefined);
      const list = buildTabQuery(model, saved);
      const recordPath = paths('edit', saved.id);
      if (isCreated && (!leavesForm || isMore))
        void whenSecretsDismissed().then(() =>
          navigate(recordPath, { replace: true, state: back && { back } }),
        );
      else if (back === undefined && !isDialog && list !== undefined)
        void navigate(`${paths('list').split('?')[0] ?? ''}?${list}`);
      else close();
    },
    [model, isDialog, close, navigate, paths, back],
  );
  return { close, done };
}

/** The list's query with the tab of the saved record; undefined unless the list would open in another tab. */
const buildTabQuery = ({ name, list }: ConsoleEntity, saved: EntityRecord): string | undefined => {
  const { by, opens } = list.tabs ?? {};
  if (by === undefined || opens === undefined) return undefined;
  const query = new URLSearchParams(lastListSearch(name) || openingTabQuery(list));
  const value = saved[by];
  if (typeof value !== 'string' || !query.has(by) || query.getAll(by).includes(value)) return undefined;
  query.set(by, value);
  return query.toString();
};

/** The page of another record that the form was opened from. */
const parseBackPath = (state: unknown): string | undefined => {
  const back: unknown =
    state !== null && typeof state === 'object' && 'back' in state ? state.back : undefined;
  return typeof back === 'string' && back.startsWith('/') ? back : undefined;
};
