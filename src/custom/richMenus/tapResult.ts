import type { RichMenu } from '../../../schemas/generated/types.ts';
import type { JsonObject } from '../../../schemas/model/types.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** The effect of a tap on an area, as the phone shows it. */
export interface TapResult {
  /** A message of the person. */
  says?: string;
  /** A note in the middle of the chat. */
  note?: string;
}

type MenuAction = NonNullable<RichMenu['areas'][number]['action']>;
type Entered<Own> = { [Name in keyof Own]?: string };
type TitleOf = (id: string) => string | undefined;

/** An action type of rich menus without an entry here fails the type check. */
const RESULTS: {
  [Type in MenuAction['type']]: (
    action: Entered<Extract<MenuAction, { type: Type }>>,
    titleOf: TitleOf,
  ) => TapResult;
} = {
  message: ({ text, label }) => ({ says: text || label || '' }),
  uri: ({ uri }) => ({ note: t('Opens %{uri}', { uri: uri || t('a web page') }) }),
  call_action: ({ phoneNumber }) => ({
    note: t('Calls %{phoneNumber}', { phoneNumber: phoneNumber || t('a phone number') }),
  }),
  template_action({ label = '', templateName = '' }, titleOf) {
    const title = titleOf(templateName);
    return {
      says: label,
      note: title ? t('Answers with the template %{title}', { title }) : t('Answers with a template'),
    };
  },
  flow_action: ({ label = '', flowAction }) => ({
    says: label,
    note: t('Starts %{flowAction} of a flow', { flowAction: flowAction || t('an action') }),
  }),
  datetimepicker: ({ mode }) => ({
    note: mode === 'date' ? t('Asks for a date') : t('Asks for a date and a time'),
  }),
};

/** @param titleOf name of a template, by its id */
export function tapResult(action: JsonObject | undefined, titleOf: TitleOf): TapResult {
  const type = action?.['type'] as MenuAction['type'];
  if (!action || !Object.hasOwn(RESULTS, type)) return { note: t('Nothing yet: this area has no action') };
  return RESULTS[type](action, titleOf);
}
