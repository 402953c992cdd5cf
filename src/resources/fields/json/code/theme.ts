import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { MONO } from '../../../../theme/tokens.ts';

const floating = {
  border: '1px solid var(--frame)',
  borderRadius: '6px',
  background: 'var(--raised)',
  color: 'var(--ink)',
  boxShadow: 'var(--shadow-menu)',
};

/** The console's own colours, which follow its light or dark scheme. */
const editorTheme = EditorView.theme({
  '&': {
    fontSize: '12px',
    color: 'var(--ink)',
    background: 'transparent',
    maxHeight: '480px',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: MONO, lineHeight: '20px', borderRadius: '6px' },
  '.cm-content, .cm-gutter': { minHeight: '280px' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 12px 0 4px' },
  '.cm-placeholder': { color: 'var(--ink-3)' },
  '.cm-gutters': {
    background: 'var(--sunken)',
    color: 'var(--ink-3)',
    border: 0,
    borderRight: '1px solid var(--line)',
    borderRadius: '6px 0 0 6px',
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 4px 0 8px', minWidth: '28px' },
  '.cm-foldGutter .cm-gutterElement': { cursor: 'pointer', padding: '0 4px', color: 'var(--ink-3)' },
  '.cm-activeLineGutter': { background: 'var(--press)', color: 'var(--ink)' },
  '&.cm-focused .cm-activeLine': { background: 'var(--hover)' },
  '.cm-activeLine': { background: 'transparent' },
  '&.cm-focused .cm-matchingBracket': {
    background: 'var(--accent-soft)',
    outline: '1px solid var(--accent-line)',
  },
  '&.cm-focused .cm-nonmatchingBracket': { background: 'var(--danger-soft)', color: 'var(--danger)' },
  '.cm-selectionMatch': { background: 'var(--accent-soft)' },
  '.cm-foldPlaceholder': {
    background: 'var(--press)',
    border: 0,
    borderRadius: '4px',
    color: 'var(--ink-2)',
    padding: '0 6px',
  },
  '.cm-variable': { background: 'var(--accent-soft)', color: 'var(--accent-text)', borderRadius: '4px' },
  '.cm-lintRange-error, .cm-lintRange-active': { backgroundImage: 'none' },
  '.cm-lintRange-error': { textDecoration: 'underline wavy var(--danger)', textUnderlineOffset: '3px' },
  '.cm-lintRange-active': { background: 'var(--danger-soft)' },
  '.cm-gutter-lint': { width: '12px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '6px 0 0', display: 'grid', placeItems: 'start center' },
  '.cm-gutter-lint .cm-lint-marker-error': {
    content: 'none',
    width: '8px',
    height: '8px',
    borderRadius: '50%',
    background: 'var(--danger)',
  },
  '.cm-tooltip': floating,
  '.cm-tooltip-lint': { padding: '2px 0', maxWidth: '360px' },
  '.cm-diagnostic': { padding: '4px 10px', fontSize: '12px', lineHeight: '18px', fontFamily: 'inherit' },
  '.cm-diagnostic-error': { borderLeft: '2px solid var(--danger)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: MONO,
    fontSize: '12px',
    maxHeight: '220px',
    padding: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    padding: '4px 8px',
    borderRadius: '4px',
    lineHeight: '18px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--accent-soft)',
    color: 'var(--ink)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent-text)', fontWeight: 600 },
  '.cm-completionDetail': { color: 'var(--ink-3)', fontStyle: 'normal', marginLeft: '12px' },
  '.cm-completionInfo': {
    ...floating,
    padding: '6px 10px',
    fontSize: '12px',
    lineHeight: '18px',
    maxWidth: '240px',
  },
  '.cm-snippetField': { background: 'var(--accent-soft)' },
  '.cm-panels': { background: 'var(--sunken)', color: 'var(--ink)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '8px 32px 8px 8px', fontSize: '12px' },
  '.cm-panel.cm-search label': { fontSize: '12px', color: 'var(--ink-2)' },
  '.cm-panel.cm-panel-lint ul [aria-selected]': { background: 'var(--accent-soft)', color: 'var(--ink)' },
  '.cm-textfield': {
    border: '1px solid var(--field)',
    borderRadius: '4px',
    background: 'var(--sheet)',
    color: 'var(--ink)',
    fontSize: '12px',
    padding: '3px 6px',
  },
  '.cm-button': {
    border: '1px solid var(--frame)',
    borderRadius: '4px',
    background: 'var(--sheet)',
    backgroundImage: 'none',
    color: 'var(--ink)',
    fontSize: '12px',
    padding: '3px 8px',
  },
  '.cm-dialog-close, .cm-panel.cm-search [name=close]': { color: 'var(--ink-2)', fontSize: '16px' },
  '.cm-searchMatch': { background: 'var(--warning-soft)', outline: '1px solid var(--warning-dot)' },
  '.cm-searchMatch-selected': { background: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
});

const highlighting = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent-text)' },
  { tag: tags.string, color: 'var(--ink)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--info)' },
  { tag: [tags.separator, tags.squareBracket, tags.brace, tags.punctuation], color: 'var(--ink-3)' },
]);

export const theme = [editorTheme, syntaxHighlighting(highlighting)];
