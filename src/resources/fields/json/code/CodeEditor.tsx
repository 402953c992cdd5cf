import FormatIcon from '@mui/icons-material/FormatAlignLeft';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { forceLinting, nextDiagnostic } from '@codemirror/lint';
import { Annotation, Compartment, EditorState, type Extension, Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldModel } from '../../../../../schemas/model/types.ts';
import type { InputAria } from '../../../fieldKit/FieldFrame.tsx';
import type { TextDraft } from '../../../fieldKit/useTextDraft.ts';
import { isWithin } from '../../../fieldKit/pointers.ts';
import { useFormSession, useSessionValue } from '../../../fieldKit/useSession.ts';
import { useVariableSearch } from '../../../variables/useVariableSearch.ts';
import { nodeAtPointer, readJson } from '../jsonTree.ts';
import { computeChange, codeExtensions } from './extensions.ts';
import { ContentInputs } from './ContentInputs.tsx';
import { findTextErrors } from './textErrors.ts';
import { findContentInputs } from './inputs.ts';
import { Outline } from './Outline.tsx';
import { buildOutline, type OutlineNode, outlineNodeAt } from './outline.ts';
import { Starters } from './Starters.tsx';
import { t } from '../../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../../theme/text.ts';

const OUTLINE_BESIDE = '@container (min-width: 600px)';
const Room = styled('div')({
  containerType: 'inline-size',
  minWidth: 0,
  // Visible only while the editor has the focus.
  '& [data-keys]': { visibility: 'hidden' },
  '&:has(.cm-focused) [data-keys]': { visibility: 'visible' },
});
const Columns = styled('div')({
  display: 'grid',
  gap: 8,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [OUTLINE_BESIDE]: { '&[data-outline]': { gridTemplateColumns: '176px minmax(0, 1fr)' } },
});
const Code = styled('div')({
  minWidth: 0,
  border: '1px solid var(--field)',
  borderRadius: 6,
  '&:hover:not([data-read-only])': { borderColor: 'var(--ink-2)' },
  '&:focus-within': { outline: '2px solid var(--focus)', outlineOffset: -1 },
  '&[data-invalid]': { borderColor: 'var(--danger)' },
  // Smaller below the starters.
  '&[data-empty] :is(.cm-content, .cm-gutter)': { minHeight: '96px !important' },
});
const Bar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 8px',
  marginBottom: 8,
  ...TEXT.caption,
  color: 'var(--ink-3)',
  '& > span': { flex: 1, minWidth: 0, textAlign: 'right' },
});

/** Marks changes from the form, not from typing. */
const fromForm = Annotation.define<boolean>();

/** The user last edited the code, so the code view opens again. */
let isWrittenByHand = false;

interface CodeEditorProps {
  aria: InputAria;
  field: FieldModel;
  pointer: string;
  draft: TextDraft;
  /** Errors by pointer, relative to the value. */
  errors: Record<string, string>;
  readOnly: boolean;
}

/**
 * A JSON editor with its schema's support: completions, errors at their lines, an outline and starters.
 */
export function CodeEditor({ aria, field, pointer, draft, errors, readOnly }: CodeEditorProps) {
  const { content } = field;
  const host = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView>();
  const [cursor, setCursor] = useState(0);
  const [attributes] = useState(() => new Compartment());
  const variables = useVariableSearch();
  // An empty value opens in the code view.
  const [isCode, setCode] = useState(() => isWrittenByHand || draft.text.trim() === '');
  const latest = useRef({ draft, errors, variables });
  latest.current = { draft, errors, variables };

  // The attributes object is new on every render.
  const attributesJson = JSON.stringify(buildAttributes(aria, readOnly));
  const settings = useMemo<Extension>(
    () => [
      EditorState.readOnly.of(readOnly),
      EditorView.contentAttributes.of(JSON.parse(attributesJson) as Record<string, string>),
    ],
    [attributesJson, readOnly],
  );
  const initial = useRef({ text: draft.text, settings, placeholder: field.placeholder ?? '{ }' });

  useLayoutEffect(() => {
    if (!host.current) return undefined;
    const editorView = new EditorView({
      parent: host.current,
      doc: initial.current.text,
      extensions: [
        attributes.of(initial.current.settings),
        codeExtensions({
          schema: content,
          placeholder: initial.current.placeholder,
          findErrors: (text) => findTextErrors(text, content, latest.current.errors),
          variables: (typed) => latest.current.variables(typed),
        }),
        EditorView.domEventHandlers({ blur: () => latest.current.draft.leave() }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged || update.selectionSet) setCursor(update.state.selection.main.head);
          const isTyped = update.transactions.some((one) => one.docChanged && !one.annotation(fromForm));
          // Updates the form before the next key.
          if (isTyped) isWrittenByHand = update.view.hasFocus;
          if (isTyped) flushSync(() => latest.current.draft.type(update.state.doc.toString()));
        }),
      ],
    });
    setView(editorView);
    return () => editorView.destroy();
  }, [attributes, content]);

  useEffect(
    () => view?.dispatch({ effects: attributes.reconfigure(settings) }),
    [view, attributes, settings],
  );

  const { text } = draft;
  useLayoutEffect(() => {
    if (!view || view.state.doc.toString() === text) return;
    // Changes from outside are not undoable.
    view.dispatch({
      changes: computeChange(view.state.doc.toString(), text),
      annotations: [fromForm.of(true), Transaction.addToHistory.of(false)],
    });
  }, [view, text]);

  useEffect(() => {
    if (view) forceLinting(view);
  }, [view, errors]);

  const session = useFormSession();
  const revealed = useSessionValue((one) =>
    one.revealPointer !== undefined && one.revealPointer !== pointer && isWithin(one.revealPointer, pointer)
      ? one.revealPointer.slice(pointer.length)
      : undefined,
  );
  useEffect(() => {
    const root = revealed === undefined ? undefined : readJson(text);
    if (!view || revealed === undefined) return;
    setCode(true);
    session.reveal(undefined);
    const node = root && nodeAtPointer(root, revealed);
    select(view, node?.key?.from ?? node?.from ?? 0);
  }, [view, revealed, session, text]);

  const outline = useMemo(() => (content ? buildOutline(text, content) : []), [text, content]);
  const groups = useMemo(() => (content ? findContentInputs(text, content) : []), [text, content]);
  const isInputs = !isCode && !readOnly && groups.length > 0;
  const show = (code: boolean): void => {
    isWrittenByHand = code;
    setCode(code);
  };
  const choose = ({ from, to }: OutlineNode): void => {
    if (view) select(view, from, to);
  };
  const write = (after: string): void => {
    if (!view) return;
    replace(view, after);
    view.focus();
  };
  const format = (): void => {
    if (!view) return;
    try {
      write(JSON.stringify(JSON.parse(text), null, 2));
    } catch {
      view.focus();
      nextDiagnostic(view);
    }
  };
  const isEmpty = text.trim() === '';
  return (
    <Room>
      {readOnly ? null : (
        <Bar>
          {groups.length > 0 ? (
            <ToggleButtonGroup
              exclusive
              size="small"
              value={isInputs ? 'inputs' : 'code'}
              aria-label={t('What is edited')}
              onChange={(_, mode: string | null) => mode !== null && show(mode === 'code')}
            >
              <ToggleButton value="inputs">{t('Texts and links')}</ToggleButton>
              <ToggleButton value="code">{t('Code')}</ToggleButton>
            </ToggleButtonGroup>
          ) : null}
          {content ? (
            <Starters
              content={content}
              isEmpty={isEmpty}
              onChoose={(value) => {
                write(value);
                show(false);
              }}
            />
          ) : null}
          {isEmpty || isInputs ? null : (
            <Button size="small" color="inherit" startIcon={<FormatIcon />} onClick={format}>
              {t('Format')}
            </Button>
          )}
          <span id={`${aria.id}-keys`} data-keys>
            {t('Esc, then Tab, leaves the editor.')}
          </span>
        </Bar>
      )}
      {isInputs && content ? (
        <ContentInputs
          {...{ groups, text, content, readOnly, errors }}
          onWrite={(after) => view && replace(view, after)}
        />
      ) : null}
      <Columns
        data-outline={outline.length > 1 || undefined}
        style={isInputs ? { display: 'none' } : undefined}
      >
        {outline.length > 1 ? (
          <Outline nodes={outline} current={outlineNodeAt(outline, cursor)?.pointer} onChoose={choose} />
        ) : null}
        <Code
          ref={host}
          data-invalid={aria['aria-invalid'] || undefined}
          data-read-only={readOnly || undefined}
          data-empty={(isEmpty && content !== undefined) || undefined}
        />
      </Columns>
    </Room>
  );
}

function buildAttributes(aria: InputAria, readOnly: boolean): Record<string, string> {
  const { id, ...named } = aria;
  const described = [named['aria-describedby'], readOnly ? undefined : `${id}-keys`]
    .filter(Boolean)
    .join(' ');
  const all = {
    ...named,
    id,
    'aria-describedby': described || undefined,
    'aria-readonly': readOnly || undefined,
    'data-mono': 'true',
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** Replaces the text, with undo. */
function replace(view: EditorView, after: string): void {
  view.dispatch({ changes: computeChange(view.state.doc.toString(), after), userEvent: 'input' });
}

/** Selects a range and scrolls to it, with the cursor at its start. */
function select(view: EditorView, from: number, to = from): void {
  view.dispatch({
    selection: { anchor: to, head: from },
    effects: EditorView.scrollIntoView(from, { y: 'center' }),
    userEvent: 'select',
  });
  view.focus();
}
