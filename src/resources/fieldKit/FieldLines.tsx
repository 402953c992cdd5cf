import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { InRowContext } from './InRowContext.ts';
import { COMPACT_MESSAGES } from './messageStyles.ts';
import { countValues, firstInputPath } from './optionalFields.ts';
import { type Path, pointerOf } from './pointers.ts';
import { useFormSession, useIsReadOnly, useReveal, useSessionValue } from './useSession.ts';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { TOUCH_DEVICE, TOUCH_TARGET } from '../../theme/touch.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Lines = styled('ol')({ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 8 });
const Line = styled('li')(({ theme }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 8,
  minWidth: 0,
  '--fault-room': '-9px',
  '& > [data-title]': {
    flex: '0 0 120px',
    minHeight: 36,
    [TOUCH_DEVICE]: { minHeight: TOUCH_TARGET },
    alignContent: 'center',
    ...TEXT.body,
    '& i': { fontStyle: 'normal', color: 'var(--ink-3)' },
  },
  '& > [data-body]': { display: 'flex', flexWrap: 'wrap', gap: 8, flex: 1, minWidth: 0 },
  '& > [data-body] > *': { flex: '1 1 220px', maxWidth: 'none !important' },
  '& > [data-body] > [data-type=enum]': { flex: '0 1 192px' },
  '& > [data-body] > [data-field] > *': { maxWidth: 'none !important' },
  // Labels are only for screen readers; the line's title shows what an input is.
  '& [data-label]': visuallyHidden,
  ...COMPACT_MESSAGES,
  [theme.breakpoints.down('sm')]: {
    flexWrap: 'wrap',
    // On phones the title stands above, as other labels do.
    '& > [data-title]': {
      ...{ flex: '1 1 0', minHeight: '24px !important', alignSelf: 'center' },
      ...{ ...TEXT.small, fontWeight: 500 },
      '& i': { fontWeight: 400 },
    },
    rowGap: 4,
    '& > [data-body] > [data-type=enum]': { flex: '1 1 100%' },
    '& > [data-body]': { order: 1, flex: '1 0 100%' },
  },
}));

interface FieldLinesProps {
  field: FieldModel;
  path: Path;
  /** Rendered fields by name. */
  contents: ReadonlyMap<string, ReactNode>;
}

/** The lines (`options.lines`): title and field names. */
const linesOf = ({ options }: FieldModel): [title: string, names: string[]][] =>
  Object.entries((options['lines'] ?? {}) as Record<string, string[]>);

/** The fields of an object as lines of a sentence: required and filled lines, and others once added. */
export function FieldLines({ field, path, contents }: FieldLinesProps) {
  const session = useFormSession();
  const isReadOnly = useIsReadOnly();
  const [added, setAdded] = useState<string[]>([]);
  const [anchor, setAnchor] = useState<HTMLElement>();
  const findInner = (name: string): FieldModel | undefined => field.fields?.find((one) => one.name === name);
  const lines = linesOf(field);
  const filled = useSessionValue(() =>
    lines
      .filter(([, names]) => names.some((name) => countValues(session.read([...path, name])) > 0))
      .map(([title]) => title)
      .join('\n'),
  ).split('\n');
  const isRequired = ([, names]: [string, string[]]): boolean =>
    names.some((name) => findInner(name)?.required);
  const shown = lines.filter(
    (line) => isRequired(line) || filled.includes(line[0]) || added.includes(line[0]),
  );
  const hidden = lines.filter((line) => !shown.includes(line));
  useReveal(
    hidden.flatMap(([, names]) => names.map((name) => pointerOf([...path, name]))),
    (pointer) => {
      const line = hidden.find(([, names]) =>
        names.some((name) => pointer.startsWith(pointerOf([...path, name]))),
      );
      if (line) setAdded((titles) => [...titles, line[0]]);
    },
  );
  const add = ([title, names]: [string, string[]]): void => {
    setAnchor(undefined);
    setAdded((titles) => [...titles, title]);
    const first = findInner(names[0] ?? '');
    if (!first) return;
    // In a line of several fields the first one is the operator, so it gets a value.
    const [choice] = first.choices ?? [];
    if (choice && names.length > 1) session.setValue([...path, first.name], choice.value);
    session.reveal(pointerOf([...path, first.name, ...firstInputPath(first)]));
  };
  const remove = ([title, names]: [string, string[]]): void => {
    setAdded((titles) => titles.filter((one) => one !== title));
    for (const name of names) session.setValue([...path, name], undefined);
  };
  const { addLabel } = field.options;
  const addText = typeof addLabel === 'string' ? addLabel : t('Add');
  return (
    <>
      <Lines aria-label={field.title}>
        {shown.map((line, index) => (
          <Line key={line[0]}>
            <span data-title>
              {index > 0 ? <i>{t('and')} </i> : null}
              {index > 0 ? line[0].toLowerCase() : line[0]}
            </span>
            <div data-body>
              <InRowContext value>{line[1].map((name) => contents.get(name))}</InRowContext>
            </div>
            {isReadOnly || isRequired(line) ? null : (
              <IconButton
                size="small"
                aria-label={t('Remove %{line}', { line: line[0].toLowerCase() })}
                onClick={() => remove(line)}
                sx={{ mt: '3px' }}
              >
                <CloseIcon fontSize="small" />
              </IconButton>
            )}
          </Line>
        ))}
      </Lines>
      {isReadOnly || hidden.length === 0 ? null : (
        <div>
          <Button
            size="small"
            color="inherit"
            startIcon={<AddIcon />}
            aria-haspopup="menu"
            aria-expanded={anchor ? true : undefined}
            onClick={(event) => setAnchor(event.currentTarget)}
            sx={{ color: 'var(--ink-2)', ml: '-14px' }}
          >
            {addText}
          </Button>
          {anchor ? (
            <Menu open anchorEl={anchor} onClose={() => setAnchor(undefined)} disableRestoreFocus>
              {hidden.map((line) => (
                <MenuItem key={line[0]} onClick={() => add(line)}>
                  {line[0]}
                </MenuItem>
              ))}
            </Menu>
          ) : null}
        </div>
      )}
    </>
  );
}
