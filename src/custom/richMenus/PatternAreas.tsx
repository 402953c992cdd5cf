import Button from '@mui/material/Button';
import { styled, useTheme } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import type { RichMenu } from '../../../schemas/generated/types.ts';
import {
  MENU_SIZES,
  PATTERNS,
  patternsOfSize,
  type MenuSize,
  type Pattern,
} from '../../../schemas/richMenus/patterns.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { ConfirmDialog } from '../../resources/changes/ConfirmDialog.tsx';
import type { ListViewProps } from '../../resources/fieldKit/editorTypes.ts';
import { LastFieldContext } from '../../resources/form/fields/LastFieldContext.ts';
import { toLetters } from '../../resources/fieldKit/toLetters.ts';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { useLiveErrors } from '../../resources/fieldKit/useLiveRecord.ts';
import {
  useFieldError,
  useFormSession,
  useRevealFocus,
  useSessionValue,
} from '../../resources/fieldKit/useSession.ts';
import { adaptAreas, findRemovedAreas, hasAction, actionTitleOf, labelOf } from './areasModel.ts';
import { AreaRows } from './AreaRows.tsx';
import { adaptDrawing, createDrawing, type MenuDrawing, readDrawing } from './drawn/drawing.ts';
import { ImageZone } from './ImageZone.tsx';
import { MenuCanvas } from './MenuCanvas.tsx';
import { PatternPicker } from './PatternPicker.tsx';
import { useMenuImage } from './useMenuImage.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';
import { TEXT_BUTTON_INSET_PX } from '../../theme/tokens.ts';

const Guide = lazyComponent(() => import('./Guides.tsx').then((it) => it.GuideDialog));
const Make = lazyComponent(() => import('./drawn/DrawMenuDialog.tsx').then((it) => it.DrawMenuDialog));
const Fit = lazyComponent(() => import('./FitDialog.tsx').then((it) => it.FitDialog));

const Zones = styled('div')(({ theme }) => ({
  display: 'grid',
  flex: '1 0 auto',
  // Up to the edge of the content: a message follows only after an area was removed.
  '&:has(+ [role=status]:empty)': { marginBottom: -8 },
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: '304px minmax(0, 1fr)', minHeight: 420 },
}));
const Rail = styled('div')(({ theme }) => ({
  minWidth: 0,
  padding: '16px 24px 24px',
  '& h2': { margin: '0 0 8px', ...TEXT.body, fontWeight: 600 },
  '& p': { margin: '6px 0 16px', ...TEXT.caption, color: 'var(--ink-3)' },
  [theme.breakpoints.up('md')]: { borderRight: '1px solid var(--line)' },
  // On narrow screens it is above the picture, and areas are chosen on the picture.
  [theme.breakpoints.down('md')]: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    padding: '12px var(--edge)',
    borderBottom: '1px solid var(--line)',
    '& h2': visuallyHidden,
    '& > p': { flex: 1, margin: 0 },
    '& > [role=radiogroup]': { flex: '1 0 100%' },
  },
}));
const Main = styled('div')(({ theme }) => ({
  minWidth: 0,
  padding: '16px 24px 24px',
  [theme.breakpoints.down('md')]: { padding: '8px var(--edge) 24px' },
}));
/** A heading with a button at its end. */
const HeadingRow = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  marginBottom: 4,
  '& > h2': { margin: 0 },
  '& > button': { marginRight: -TEXT_BUTTON_INSET_PX },
});
/** The type of the action and its target are on one line, the label below them. */
const AreaEditor = styled('div')(({ theme }) => ({
  maxWidth: 640,
  marginTop: 20,
  '& [data-about]': { display: 'none' },
  [theme.breakpoints.up('sm')]: {
    '& [data-variants]': {
      display: 'grid',
      gridTemplate: 'auto 1fr / 200px minmax(0, 1fr)',
      gap: '4px 12px',
      alignItems: 'start',
      '& > [data-label]': { minHeight: 20, margin: 0 },
      // In its final position, also while there is nothing beside it.
      '& > [data-label] + [data-picker]': { gridArea: '2 / 1' },
      '& > [data-picker] > :first-of-type, & > [data-picker] > .MuiInputBase-root': { width: '100%' },
      '& > [data-object]': { display: 'contents' },
      '& > [data-object] > *': { gridArea: '1 / 2 / span 2', maxWidth: 'none !important' },
      '& > [data-object] > * + *': { gridArea: 'auto / 1 / auto / -1', marginTop: 8 },
      '& > [data-object] > * > *': { maxWidth: 'none !important' },
    },
  },
}));

const AreaHead = styled('div')({
  display: 'flex',
  alignItems: 'baseline',
  gap: 8,
  marginBottom: 12,
  '& > h2': { margin: 0, ...TEXT.body, fontWeight: 600 },
  '& > span': { ...TEXT.small, color: 'var(--ink-3)', fontVariantNumeric: 'tabular-nums' },
  '& > [role=status]': { marginLeft: 'auto' },
});
const ReadOnlyText = styled('div')({ ...TEXT.body });
const SIZES: [MenuSize, string][] = [
  ['original', t('Original')],
  ['compact', t('Compact')],
];

/** Editor of a rich menu: size and pattern, the picture with its areas, and the chosen area's action. */
export default function PatternAreas({ items, listController, fieldState, renderItem }: ListViewProps) {
  const session = useFormSession();
  const size = useSessionValue((one) => one.read(['size']) as MenuSize | undefined) ?? 'original';
  const stored = useSessionValue((one) => one.read(['pattern']) as Pattern | undefined) ?? 'L1';
  const pattern = stored in PATTERNS ? stored : 'L1';
  const image = useMenuImage(size);
  const [pendingPattern, setPendingPattern] = useState<Pattern>();
  const [guide, setGuide] = useState<'design' | 'image'>();
  const [fitting, setFitting] = useState<File>();
  const [isMaking, setMaking] = useState(false);
  const drawn = useSessionValue((one) => one.read(['drawing']) as RichMenu['drawing']);
  // An unfinished drawing is kept while the dialog is closed; a finished one is stored with the menu.
  const [drawing, setDrawing] = useState<MenuDrawing>();
  const { areas } = PATTERNS[pattern];
  const { width, height } = MENU_SIZES[size];
  const chosen = Math.max(0, Math.min(listController.open ?? 0, areas.length - 1));
  const areaItems = areas.map((_, index) => items[index]);
  const live = Object.keys(useLiveErrors());
  const shown = useSessionValue(({ errors }) => Object.keys(errors).join('\n')).split('\n');
  const hasFault = (faults: string[], index: number): boolean =>
    faults.some((at) => at === `/areas/${index}` || at.startsWith(`/areas/${index}/`));
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true });
  const ready = (
    <span role="status">
      {t('%{count} of %{all} ready', {
        count: areaItems.filter((_, index) => !hasFault(live, index)).length,
        all: areaItems.length,
      })}
    </span>
  );
  const patternFault = useFieldError('/pattern');
  useRevealFocus(['pattern'], () => document.querySelector('[role=radiogroup] [aria-checked=true]'));

  const apply = (to: Pattern): void => {
    session.setValue(['size'], PATTERNS[to].size);
    session.setValue(['pattern'], to);
    listController.replace(adaptAreas(items, to));
    if (chosen >= PATTERNS[to].areas.length) listController.setOpen(0);
    setPendingPattern(undefined);
  };
  const change = (to: Pattern): void => {
    if (to === pattern) return;
    if (findRemovedAreas(items, to).length > 0) setPendingPattern(to);
    else apply(to);
  };
  const bounds = areas[chosen];
  const names = areaItems.map((item) =>
    hasAction(item) ? [labelOf(item), actionTitleOf(item)].filter(Boolean).join(t(', ')) : '',
  );
  const canvas = (isOver: boolean) => (
    <MenuCanvas
      size={MENU_SIZES[size]}
      source={image.file?.url}
      areas={areas}
      names={names}
      faulty={areaItems.flatMap((_, index) => (hasFault(shown, index) ? [index] : []))}
      chosen={chosen}
      isOver={isOver}
      onChoose={(index) => {
        if (index !== chosen) listController.setOpen(index);
      }}
    />
  );
  return (
    <>
      <Zones>
        <Rail>
          <h2>{t('Size')}</h2>
          {fieldState.readOnly ? (
            <ReadOnlyText>{SIZES.find(([value]) => value === size)?.[1]}</ReadOnlyText>
          ) : (
            <ToggleButtonGroup
              exclusive
              fullWidth
              size="small"
              aria-label={t('Size')}
              value={size}
              onChange={(_, to: MenuSize | null) => {
                const [first] = patternsOfSize(to ?? size);
                if (to && to !== size && first) change(first);
              }}
            >
              {SIZES.map(([value, label]) => (
                <ToggleButton key={value} value={value}>
                  {label}
                </ToggleButton>
              ))}
            </ToggleButtonGroup>
          )}
          <p>
            {width} × {height}
            {fieldState.readOnly ? '' : t(', JPEG or PNG, 1 MB')}
          </p>
          <HeadingRow>
            <h2>{t('Pattern')}</h2>
            {fieldState.readOnly ? null : (
              <Button size="small" onClick={() => setGuide('design')}>
                {t('Design guide')}
              </Button>
            )}
          </HeadingRow>
          {fieldState.readOnly ? (
            <PatternPicker
              label={t('Pattern')}
              patterns={[pattern]}
              value={pattern}
              disabled
              onChange={change}
            />
          ) : (
            <PatternPicker
              label={size === 'original' ? t('Pattern of an original menu') : t('Pattern of a compact menu')}
              patterns={patternsOfSize(size)}
              value={pattern}
              onChange={change}
            />
          )}
          {patternFault ? <p role="alert">{patternFault}</p> : null}
          {isNarrow ? null : (
            <AreaRows
              items={areaItems}
              chosen={chosen}
              ready={ready}
              faulty={areaItems.map((_, index) => hasFault(shown, index))}
              onChoose={(index) => listController.setOpen(index)}
            />
          )}
        </Rail>
        <Main>
          <ImageZone
            size={size}
            image={image}
            readOnly={fieldState.readOnly}
            onGuide={() => setGuide('image')}
            onFit={setFitting}
            onMake={() => {
              const labels = areaItems.map(labelOf);
              const held = drawing ?? readDrawing(drawn);
              setDrawing(held ? adaptDrawing(held, labels) : createDrawing(labels));
              setMaking(true);
            }}
            canvas={canvas}
          />
          {bounds ? (
            <AreaEditor key={chosen}>
              <AreaHead>
                <h2>{t('Area %{chosen}', { chosen: toLetters(chosen) })}</h2>
                {isNarrow ? (
                  ready
                ) : (
                  <span>
                    {t('%{width} × %{height} at %{x}, %{y}', {
                      width: bounds.width,
                      height: bounds.height,
                      x: bounds.x,
                      y: bounds.y,
                    })}
                  </span>
                )}
              </AreaHead>
              <LastFieldContext value="label">{renderItem(chosen)}</LastFieldContext>
            </AreaEditor>
          ) : null}
        </Main>
      </Zones>
      {pendingPattern ? (
        <ConfirmDialog
          title={t('Change the pattern?')}
          confirmLabel={t('Change pattern')}
          onConfirm={() => apply(pendingPattern)}
          onClose={() => setPendingPattern(undefined)}
        >
          {lossText(findRemovedAreas(items, pendingPattern))}
        </ConfirmDialog>
      ) : null}
      {guide ? <Guide guide={guide} pattern={pattern} onClose={() => setGuide(undefined)} /> : null}
      {isMaking && drawing ? (
        <Make
          pattern={pattern}
          drawing={drawing}
          onChange={setDrawing}
          onMade={(file) => {
            setMaking(false);
            image.upload(file);
            session.setValue(['drawing'], drawing);
          }}
          onClose={() => setMaking(false)}
        />
      ) : null}
      {fitting ? (
        <Fit
          file={fitting}
          size={size}
          onFitted={(file) => {
            setFitting(undefined);
            image.upload(file);
          }}
          onClose={() => setFitting(undefined)}
        />
      ) : null}
    </>
  );
}

const lossText = (letters: string[]): string =>
  letters.length === 1
    ? t('Area %{letters} is not in this pattern, so its action is removed. The others keep theirs.', {
        letters: letters[0],
      })
    : t(
        'Areas %{letters} and %{at} are not in this pattern, so their actions are removed. The others keep theirs.',
        { letters: letters.slice(0, -1).join(t(', ')), at: letters.at(-1) },
      );
