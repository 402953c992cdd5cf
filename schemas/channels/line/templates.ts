import { getActionType } from '../../actions/registry.ts';
import { clip } from '../../messages/clip.ts';
import type { CompatibilityIssues } from '../../messages/compatibilityIssues.ts';
import type { Action, PlacedAction } from '../../messages/types.ts';
import { LINE_LIMITS } from './limits.ts';
import { t } from '../../texts/translate.ts';

type Json = Record<string, unknown>;

export const lineAltText = ({ altText }: { altText: string }): string =>
  clip(altText, LINE_LIMITS.altText, 'utf16');

export const lineTemplate = (own: { altText: string }, content: Json): Json => ({
  type: 'template',
  altText: lineAltText(own),
  template: content,
});

/** The URL that a tap opens; undefined where it is too long for LINE. */
export function lineUri(action: Action): string | undefined {
  const link = getActionType(action).link?.(action);
  return link !== undefined && link.length <= LINE_LIMITS.uri ? link : undefined;
}

/** The actions of a message, as many as LINE shows. */
export function lineActions(
  actions: readonly Action[],
  max: number,
  pointer: string,
  issues: CompatibilityIssues,
): Json[] {
  if (actions.length > max)
    issues.add(`${pointer}/actions`, t('LINE shows the first %{max} actions', { max }));
  return actions
    .slice(0, max)
    .map((action, index) => lineAction({ action, pointer: `${pointer}/actions/${index}` }, issues));
}

/** @param max graphemes of the label, fewer in some messages */
export function lineAction(
  { action, pointer }: PlacedAction,
  issues: CompatibilityIssues,
  max: number = LINE_LIMITS.actionLabel,
): Json {
  const label = clip(action.label, max);
  const { toLineAction } = getActionType(action);
  if (toLineAction) return toLineAction(action, label);
  const uri = lineUri(action);
  if (uri !== undefined) return { type: 'uri', label, uri };
  issues.add(
    pointer,
    t('The link has more than %{uri} characters: the label is sent as a text', { uri: LINE_LIMITS.uri }),
  );
  return { type: 'message', label, text: clip(action.label, LINE_LIMITS.messageActionText) };
}
