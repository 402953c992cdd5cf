import type { RichMenu } from '../../../schemas/generated/types.ts';
import type { JsonObject } from '../../../schemas/model/types.ts';

/** What a tap on an area brings about, as the phone shows it. */
export interface TapResult {
  /** Written as the person. */
  says?: string;
  /** Told in the middle of the chat. */
  note?: string;
}

type MenuAction = NonNullable<RichMenu['areas'][number]['action']>;
type Entered<Own> = { [Name in keyof Own]?: string };
type TitleOf = (id: string) => string | undefined;

/** A type that rich menus have and that has no entry here fails the type check. */
const RESULTS: {
  [Type in MenuAction['type']]: (
    action: Entered<Extract<MenuAction, { type: Type }>>,
    titleOf: TitleOf,
  ) => TapResult;
} = {
  message: ({ text, label }) => ({ says: text || label || '' }),
  uri: ({ uri }) => ({ note: `Opens ${uri || 'a web page'}` }),
  call_action: ({ phoneNumber }) => ({ note: `Calls ${phoneNumber || 'a phone number'}` }),
  template_action({ label = '', templateName = '' }, titleOf) {
    const title = titleOf(templateName);
    return { says: label, note: title ? `Answers with the template ${title}` : 'Answers with a template' };
  },
  flow_action: ({ label = '', flowAction }) => ({
    says: label,
    note: `Starts ${flowAction || 'an action'} of a flow`,
  }),
  datetimepicker: ({ mode }) => ({
    note: mode === 'date' ? 'Asks for a date' : 'Asks for a date and a time',
  }),
};

/** @param titleOf the name of a template that is referred to */
export function tapResult(action: JsonObject | undefined, titleOf: TitleOf): TapResult {
  const type = action?.['type'] as MenuAction['type'];
  if (!action || !Object.hasOwn(RESULTS, type)) return { note: 'Nothing yet: this area has no action' };
  return RESULTS[type](action, titleOf);
}
