import { letterOf } from '../../resources/fieldKit/letterOf.ts';
import type { CompatibilityIssue } from '../../../schemas/messages/types.ts';
import type { FieldErrors, Tone } from '../../../schemas/model/types.ts';
import { phoneOf } from '../../channels/phones.ts';
import { channelTypes } from '../../channels/registry.ts';
import { t } from '../../../schemas/texts/translate.ts';

export interface ChannelVerdict {
  type: string;
  tone: Extract<Tone, 'success' | 'warning' | 'danger' | 'neutral'>;
  /** In one or two sentences. */
  text: string;
  /** The place that the first of them is about. */
  pointer?: string;
}

/** The types of channel that messages for a platform are previewed on: the platform itself first, if it is one of them. */
export function previewedTypes(platform: unknown): string[] {
  const types = channelTypes();
  const others = types.filter((type) => type !== platform && phoneOf(type).isPreviewedForAll);
  return [...types.filter((type) => type === platform), ...others];
}

interface Found {
  /** Faults by this channel's limits. */
  faults: FieldErrors;
  /** Faults that keep the record from being saved. */
  blocking: FieldErrors;
  /** Of them what is only missing where nobody has been yet, each with its title. */
  todo: FieldErrors;
  losses: CompatibilityIssue[];
  hasQuickReplies: boolean;
  /** Places of the messages whose actions are areas. */
  imagemaps: number[];
  /** There is one message, so that nobody asks which. */
  alone: boolean;
}

/** What becomes of an answer on a channel, in a sentence. */
export function verdictOf(
  type: string,
  { faults, blocking, todo, losses, hasQuickReplies, imagemaps, alone }: Found,
): ChannelVerdict {
  const innermost = Object.entries(faults).filter(
    ([pointer]) =>
      isOfAnswer(pointer) && !Object.keys(faults).some((other) => other.startsWith(`${pointer}/`)),
  );
  const missing = innermost.filter(([pointer]) => pointer in todo);
  const held = innermost.filter(([pointer]) => pointer in blocking && !(pointer in todo));
  const [first] = held.length > 0 ? held : innermost;
  const placed = (pointer: string, text: string): string => {
    const named = withAreas(pointer, imagemaps);
    return alone ? withoutMessage(named, text) : withPlace(named, text);
  };
  const [open] = missing;
  if (open && held.length === 0) {
    const [pointer] = open;
    const others = missing.length > 1 ? t(', and %{count} more', { count: missing.length - 1 }) : '';
    return {
      type,
      tone: 'neutral',
      pointer,
      text: t('Still to do: %{pointer}%{others}.', { pointer: placed(pointer, todo[pointer] ?? ''), others }),
    };
  }
  if (first) {
    const [pointer, message] = first;
    const others = (held.length > 0 ? held : innermost).length - 1;
    const said = `${placed(pointer, message)}${others > 0 ? t(', and %{others} more', { others }) : ''}`;
    return held.length > 0
      ? { type, tone: 'danger', pointer, text: t('%{said}. Needed before saving.', { said }) }
      : { type, tone: 'warning', pointer, text: `${said}.` };
  }
  const said = [...new Set(losses.map(({ pointer, text }) => placed(pointer, text)))];
  if (said.length > 0) {
    const rest = said.length - MOST_SAID;
    const text = said.slice(0, MOST_SAID).map((one) => `${one}.`);
    return {
      type,
      tone: 'warning',
      pointer: losses[0]?.pointer,
      text: [...text, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' '),
    };
  }
  return {
    type,
    tone: 'success',
    text: t('Sent as made.%{quickReplyNote}', {
      quickReplyNote: hasQuickReplies ? ` ${phoneOf(type).quickReplyNote}` : '',
    }),
  };
}

const MOST_SAID = 3;

const isOfAnswer = (pointer: string): boolean => /^\/(messages|quickReply)(\/|$)/.test(pointer);

/** "Action 2: …" of the only message. */
const withoutMessage = (pointer: string, text: string): string =>
  withPlace(pointer.replace(/^\/messages\/\d+/, ''), text);

/** The pointer with the actions of imagemaps as areas, which have letters in the editor. */
const withAreas = (pointer: string, imagemaps: number[]): string =>
  pointer.replace(/^(\/messages\/(\d+))\/actions\//, (whole, message: string, index) =>
    imagemaps.includes(Number(index)) ? `${message}/areas/` : whole,
  );

/** "Message 3, action 2: …" */
function withPlace(pointer: string, text: string): string {
  const names = [...pointer.matchAll(/\/(messages|columns|actions|areas|items)\/(\d+)/g)].map(
    ([, list = '', index]) =>
      `${PLACES[list] ?? list} ${list === 'areas' ? letterOf(Number(index)) : Number(index) + 1}`,
  );
  const place = names.join(t(', '));
  return place === '' ? text : `${place.charAt(0).toUpperCase()}${place.slice(1)}: ${text}`;
}

const PLACES: Record<string, string> = {
  messages: 'message',
  columns: 'column',
  actions: 'action',
  areas: 'area',
  items: t('quick reply'),
};
