import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type Completion,
  type CompletionContext,
  completionKeymap,
  type CompletionResult,
  hasNextSnippetField,
  pickedCompletion,
  snippet,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { type Extension, Prec } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  MatchDecorator,
  placeholder,
  ViewPlugin,
} from '@codemirror/view';
import type { JsonSchema } from '../../../../../schemas/model/types.ts';
import { cspNonce } from '../../../../theme/nonce.ts';
import type { Variable } from '../../../variables/useVariables.ts';
import type { TextRange } from '../jsonTree.ts';
import { findSuggestions } from './completions.ts';
import type { TextError } from './textErrors.ts';
import { theme } from './theme.ts';

/** How long after Escape the Tab key leaves the editor. */
const TAB_FOCUS_MODE_MS = 10_000;
/** Delay of linting after the last key. */
const LINT_DELAY_MS = 300;

export interface EditorSources {
  schema: JsonSchema | undefined;
  placeholder: string;
  findErrors: (text: string) => TextError[];
  variables: (typed: string) => Promise<Variable[]>;
}

/** The CodeMirror extensions of the JSON editor. */
export const codeExtensions = (sources: EditorSources): Extension[] => [
  EditorView.cspNonce.of(cspNonce() ?? ''),
  lineNumbers(),
  foldGutter(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  history(),
  json(),
  indentUnit.of('  '),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  search({ top: true }),
  EditorView.lineWrapping,
  placeholder(sources.placeholder),
  variableMarks,
  replaceSelectionOnInput,
  autocompletion({
    override: [
      (context) => completeVariable(context, sources),
      (context) => completeBySchema(context, sources),
    ],
    icons: false,
    activateOnCompletion: ({ type }) => type === 'property',
  }),
  linter(
    (view) =>
      sources
        .findErrors(view.state.doc.toString())
        .map(({ from, to, text }) => ({ from, to, severity: 'error', message: text })),
    { delay: LINT_DELAY_MS },
  ),
  lintGutter(),
  keymap.of([
    { key: 'Tab', run: acceptCompletion },
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...lintKeymap,
    ...defaultKeymap,
    indentWithTab,
  ]),
  // Lowest precedence, so that Escape first closes tooltips and panels.
  Prec.lowest(
    keymap.of([
      {
        key: 'Escape',
        run: (view) => {
          view.setTabFocusMode(TAB_FOCUS_MODE_MS);
          return true;
        },
      },
    ]),
  ),
  theme,
];

/**
 * Handles typing over a selection. The browser would copy inline styles, which the Content-Security-Policy forbids.
 */
const replaceSelectionOnInput = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { data, inputType } = event;
    if (inputType !== 'insertText' || !data || view.composing || view.state.readOnly) return false;
    const { from, to } = getSelectedRange(view);
    if (from === to) return false;
    const typed = () =>
      view.state.update({
        changes: { from, to, insert: data },
        selection: { anchor: from + data.length },
        userEvent: 'input.type',
        scrollIntoView: true,
      });
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, data, typed))) view.dispatch(typed());
    return true;
  },
});

/** The selected range; the browser's selection may be newer than the editor's. */
function getSelectedRange(view: EditorView): TextRange {
  const { main } = view.state.selection;
  const selection = main.empty ? getSelection() : null;
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
  if (!range || !view.contentDOM.contains(range.commonAncestorContainer)) return main;
  return {
    from: view.posAtDOM(range.startContainer, range.startOffset),
    to: view.posAtDOM(range.endContainer, range.endOffset),
  };
}

const variableMatches = new MatchDecorator({
  regexp: /\{\{\s*[\w-]+\s*(?:\|[^{}]*)?\}\}/g,
  decoration: Decoration.mark({ class: 'cm-variable' }),
});
const variableMarks = ViewPlugin.define(
  (view) => ({
    marks: variableMatches.createDeco(view),
    update(update) {
      this.marks = variableMatches.updateDeco(update, this.marks);
    },
  }),
  { decorations: ({ marks }) => marks },
);

async function completeVariable(
  context: CompletionContext,
  { variables }: EditorSources,
): Promise<CompletionResult | null> {
  const begun = context.matchBefore(/\{\{\s*[\w-]*/);
  if (!begun) return null;
  const typed = begun.text.replace(/^\{\{\s*/, '');
  const found = await variables(typed);
  if (context.aborted || found.length === 0) return null;
  return {
    from: context.pos - typed.length,
    // Variables also match by value.
    filter: false,
    options: found.map(({ name, value }) => ({
      label: name,
      detail: value,
      apply: (view, completion, from, to) => {
        const behind = view.state.sliceDoc(to, to + 80);
        const [rest = '', fallback = ''] = /^[\w-]*\s*(\|[^{}"]*(?=\}\}))?\}{0,2}/.exec(behind) ?? [];
        const insert = `${name}${fallback}}}`;
        view.dispatch({
          changes: { from, to: to + rest.length, insert },
          selection: { anchor: from + insert.length },
          userEvent: 'input.complete',
          annotations: pickedCompletion.of(completion),
        });
      },
    })),
  };
}

function completeBySchema(context: CompletionContext, { schema }: EditorSources): CompletionResult | null {
  const { state, pos, explicit } = context;
  if (!schema || context.matchBefore(/\{\{[^}"]*/)) return null;
  const text = state.doc.toString();
  const found = findSuggestions(text, pos, schema);
  if (!found || found.suggestions.length === 0) return null;
  // No implicit completions between entries, except after a colon.
  if (!explicit && found.from === found.to && !/:\s*$/.test(text.slice(0, pos))) return null;
  const isQuoted = text[found.from] === '"';
  return {
    from: found.from + (isQuoted && pos > found.from ? 1 : 0),
    validFor: /^[\w#%.:-]*$/,
    options: found.suggestions.map(({ label, info, kind }) => ({
      label,
      ...(info !== undefined && { info }),
      type: kind,
      apply: (view: EditorView, completion: Completion) => applySuggestion(view, completion, schema),
    })),
  };
}

/** Applies a completion to the current text. */
function applySuggestion(view: EditorView, completion: Completion, schema: JsonSchema): void {
  const found = findSuggestions(view.state.doc.toString(), view.state.selection.main.head, schema);
  const chosen = found?.suggestions.find(({ label }) => label === completion.label);
  if (!found || !chosen) return;
  const shift = found.commaAt === undefined ? 0 : 1;
  if (found.commaAt !== undefined) view.dispatch({ changes: { from: found.commaAt, insert: ',' } });
  const [from, to] = [found.from + shift, found.to + shift];
  if (chosen.kind !== 'value') {
    snippet(chosen.snippet)(view, completion, from, to);
    return;
  }
  const { from: start, to: end, insert } = computeChange(view.state.sliceDoc(from, to), chosen.snippet);
  // Inside the quotes when a snippet has further cursor positions.
  const back = hasNextSnippetField(view.state) && chosen.snippet.endsWith('"') ? 1 : 0;
  view.dispatch({
    changes: { from: from + start, to: from + end, insert },
    selection: { anchor: from + chosen.snippet.length - back },
    userEvent: 'input.complete',
    annotations: pickedCompletion.of(completion),
  });
}

/** The minimal change between two texts, so that cursor and decorations stay. */
export function computeChange(before: string, after: string): TextRange & { insert: string } {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
