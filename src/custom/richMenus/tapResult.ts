import type { JsonObject } from '../../../schemas/model/types.ts';

/** What a tap on an area brings about, as the phone shows it. */
export interface TapResult {
  /** Written as the person. */
  says?: string;
  /** Told in the middle of the chat. */
  note?: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** @param titleOf the name of a template that is referred to */
export function tapResult(
  action: JsonObject | undefined,
  titleOf: (id: string) => string | undefined,
): TapResult {
  const label = textOf(action?.['label']);
  switch (action?.['type']) {
    case 'message':
      return { says: textOf(action['text']) || label };
    case 'uri':
      return { note: `Opens ${textOf(action['uri']) || 'a web page'}` };
    case 'call_action':
      return { note: `Calls ${textOf(action['phoneNumber']) || 'a phone number'}` };
    case 'template_action': {
      const title = titleOf(textOf(action['templateName']));
      return { says: label, note: title ? `Answers with the template ${title}` : 'Answers with a template' };
    }
    case 'flow_action':
      return { says: label, note: `Starts ${textOf(action['flowAction']) || 'an action'} of a flow` };
    case 'datetimepicker':
      return { note: action['mode'] === 'date' ? 'Asks for a date' : 'Asks for a date and a time' };
    default:
      return { note: 'Nothing yet: this area has no action' };
  }
}
