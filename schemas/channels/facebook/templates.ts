import { getActionType } from '../../actions/registry.ts';
import { postbackData } from '../../actions/types.ts';
import { clip } from '../../messages/clip.ts';
import type { CompatibilityIssues } from '../../messages/compatibilityIssues.ts';
import type { Action, PlacedAction } from '../../messages/types.ts';
import { FORMATS } from '../../model/formats.ts';
import { FACEBOOK_LIMITS } from './limits.ts';
import { t } from '../../texts/translate.ts';

type Json = Record<string, unknown>;

/** Clips a text to Facebook's limit; reports an issue where it is too long. */
export function clipWithIssue(
  text: string,
  max: number,
  pointer: string,
  issues: CompatibilityIssues,
): string {
  const shown = clip(text, max, 'points');
  if (shown !== text) issues.add(pointer, t('Facebook shows the first %{max} characters', { max }));
  return shown;
}

export const textBody = (text: string, pointer: string, issues: CompatibilityIssues): Json => ({
  text: clipWithIssue(text, FACEBOOK_LIMITS.text, pointer, issues),
});

export const media = (type: 'image' | 'video', url: string): Json => ({
  attachment: { type, payload: { url, is_reusable: true } },
});

export const generic = (elements: Json[]): Json => ({
  attachment: {
    type: 'template',
    payload: { template_type: 'generic', elements: elements.slice(0, FACEBOOK_LIMITS.generic.elements) },
  },
});

/** A text with its buttons, in further messages of three buttons each where there are more. */
export function withButtons(
  { text, pointer }: { text: string; pointer: string },
  actions: readonly PlacedAction[],
  actionsPointer: string,
  issues: CompatibilityIssues,
): Json[] {
  const buttons = actions.map((action) => buttonFor(action, issues));
  const rows = Array.from({ length: Math.ceil(buttons.length / FACEBOOK_LIMITS.buttons) }, (_, row) =>
    buttons.slice(row * FACEBOOK_LIMITS.buttons, (row + 1) * FACEBOOK_LIMITS.buttons),
  );
  if (rows.length > 1)
    issues.add(actionsPointer, t('Facebook shows three buttons in a message: the others follow in the next'));
  return rows.map((row, index) => ({
    attachment: {
      type: 'template',
      payload: {
        template_type: 'button',
        text: index === 0 ? clipWithIssue(text, FACEBOOK_LIMITS.buttonText, pointer, issues) : '…',
        buttons: row,
      },
    },
  }));
}

export function buttonsFor(actions: readonly Action[], pointer: string, issues: CompatibilityIssues): Json[] {
  if (actions.length > FACEBOOK_LIMITS.buttons)
    issues.add(
      `${pointer}/actions`,
      t('Facebook shows the first %{buttons} actions of a card', { buttons: FACEBOOK_LIMITS.buttons }),
    );
  return actions.map((action, index) =>
    buttonFor({ action, pointer: `${pointer}/actions/${index}` }, issues),
  );
}

export function buttonFor({ action, pointer }: PlacedAction, issues: CompatibilityIssues): Json {
  const title = clipWithIssue(action.label, FACEBOOK_LIMITS.buttonTitle, `${pointer}/label`, issues);
  const { link, facebookUnsupported } = getActionType(action);
  const url = link?.(action);
  if (url !== undefined && /^https?:/i.test(url))
    return {
      ...{ type: 'web_url', title, url: url },
      ...('isPopover' in action && action.isPopover && { webview_height_ratio: 'tall' }),
    };
  const phoneLink = url !== undefined && /^tel:/i.test(url) ? url.slice('tel:'.length) : undefined;
  const phoneNumber = phoneLink?.replaceAll('-', '');
  if (phoneNumber !== undefined && FORMATS.phone.test(phoneNumber))
    return { type: 'phone_number', title, payload: phoneNumber };
  if (phoneNumber !== undefined)
    issues.add(
      pointer,
      t(
        'Facebook calls numbers with “+” and a country code only, as in +66812345678: the tap is sent to the bot',
      ),
    );
  else if (url !== undefined)
    issues.add(pointer, t('Facebook only opens web pages. The tap is sent to the bot instead'));
  if (facebookUnsupported !== undefined) issues.add(pointer, t(facebookUnsupported));
  return { type: 'postback', title, payload: postbackData(action) };
}
