import { toLetters } from '../../resources/fieldKit/toLetters.ts';
import type { CompatibilityIssue } from '../../../schemas/messages/types.ts';
import type { FieldErrors, Tone } from '../../../schemas/model/types.ts';
import { phoneOf } from '../../channels/phones.ts';
import { channelTypes } from '../../channels/registry.ts';
import { t } from '../../../schemas/texts/translate.ts';

export interface ChannelCompatibility {
  type: string;
  tone: Extract<Tone, 'success' | 'warning' | 'danger' | 'neutral'>;
  /** One or two sentences. */
  text: string;
  /** Pointer of the first issue. */
  pointer?: string;
}

/** The channel types on which messages for a platform are previewed: the platform itself first, if it is one of them. */
export function previewedTypes(platform: unknown): string[] {
  const types = channelTypes();
  const others = types.filter((type) => type !== platform && phoneOf(type).isPreviewedForAll);
  return [...types.filter((type) => type === platform), ...others];
}

interface CompatibilityInput {
  /** Errors by this channel's limits. */
  faults: FieldErrors;
  /** Errors that prevent saving. */
  blocking: FieldErrors;
  /** Missing values in fields that were not edited yet, each with its title. */
  missingValues: FieldErrors;
  losses: CompatibilityIssue[];
  hasQuickReplies: boolean;
  /** Indexes of the messages whose actions are areas. */
  imagemaps: number[];
  /** Whether there is one message, whose number need not be shown. */
  alone: boolean;
}

/** The compatibility of an answer with a channel type, in a sentence. */
export function checkCompatibility(
  type: string,
  { faults, blocking, missingValues, losses, hasQuickReplies, imagemaps, alone }: CompatibilityInput,
): ChannelCompatibility {
  const innermost = Object.entries(faults).filter(
    ([pointer]) =>
      isOfAnswer(pointer) && !Object.keys(faults).some((other) => other.startsWith(`${pointer}/`)),
  );
  const missing = innermost.filter(([pointer]) => pointer in missingValues);
  const blockingFaults = innermost.filter(([pointer]) => pointer in blocking && !(pointer in missingValues));
  const [first] = blockingFaults.length > 0 ? blockingFaults : innermost;
  const withLocation = (pointer: string, text: string): string => {
    const named = withAreas(pointer, imagemaps);
    return alone ? withoutMessage(named, text) : withPlace(named, text);
  };
  const [open] = missing;
  if (open && blockingFaults.length === 0) {
    const [pointer] = open;
    const others = missing.length > 1 ? t(', and %{count} more', { count: missing.length - 1 }) : '';
    return {
      type,
      tone: 'neutral',
      pointer,
      text: t('Still to do: %{pointer}%{others}.', {
        pointer: withLocation(pointer, missingValues[pointer] ?? ''),
        others,
      }),
    };
  }
  if (first) {
    const [pointer, message] = first;
    const others = (blockingFaults.length > 0 ? blockingFaults : innermost).length - 1;
    const description = `${withLocation(pointer, message)}${others > 0 ? t(', and %{others} more', { others }) : ''}`;
    return blockingFaults.length > 0
      ? { type, tone: 'danger', pointer, text: t('%{said}. Needed before saving.', { said: description }) }
      : { type, tone: 'warning', pointer, text: `${description}.` };
  }
  const said = [...new Set(losses.map(({ pointer, text }) => withLocation(pointer, text)))];
  if (said.length > 0) {
    const rest = said.length - MAX_ISSUES;
    const text = said.slice(0, MAX_ISSUES).map((one) => `${one}.`);
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

/** Largest number of issues in the text. */
const MAX_ISSUES = 3;

const isOfAnswer = (pointer: string): boolean => /^\/(messages|quickReply)(\/|$)/.test(pointer);

/** Text with a location below the only message: "Action 2: …". */
const withoutMessage = (pointer: string, text: string): string =>
  withPlace(pointer.replace(/^\/messages\/\d+/, ''), text);

/** Replaces the actions of imagemaps in a pointer by areas, which have letters in the editor. */
const withAreas = (pointer: string, imagemaps: number[]): string =>
  pointer.replace(/^(\/messages\/(\d+))\/actions\//, (whole, message: string, index) =>
    imagemaps.includes(Number(index)) ? `${message}/areas/` : whole,
  );

/** Text with its location: "Message 3, action 2: …". */
function withPlace(pointer: string, text: string): string {
  const names = [...pointer.matchAll(/\/(messages|columns|actions|areas|items)\/(\d+)/g)].map(
    ([, list = '', index]) =>
      `${LIST_NOUNS[list] ?? list} ${list === 'areas' ? toLetters(Number(index)) : Number(index) + 1}`,
  );
  const place = names.join(t(', '));
  return place === '' ? text : `${place.charAt(0).toUpperCase()}${place.slice(1)}: ${text}`;
}

const LIST_NOUNS: Record<string, string> = {
  messages: 'message',
  columns: 'column',
  actions: 'action',
  areas: 'area',
  items: t('quick reply'),
};
