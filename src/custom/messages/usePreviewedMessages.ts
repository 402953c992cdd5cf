import { useMemo } from 'react';
import { completeDraft } from '../../../schemas/messages/draft.ts';
import { renderForChannel } from '../../../schemas/channels/render.ts';
import { walkFields } from '../../../schemas/model/fields.ts';
import type { FieldModel, Json } from '../../../schemas/model/types.ts';
import { variablesOfPerson } from '../../../schemas/model/personVariables.ts';
import { fillVariables, variableNames } from '../../../schemas/model/variables.ts';
import type { PhoneDrawing } from '../../channels/drawing.ts';
import { drawingOf } from '../../channels/phones.ts';
import { withLastParsed } from '../../resources/fieldKit/unparsed.ts';
import { recipients, usePersonNames } from '../../resources/variables/personNames.ts';
import { useVariables } from '../../resources/variables/useVariables.ts';
import type { Person } from '../usePerson.ts';
import type { EmptyVariable } from './PreviewPerson.tsx';
import { useMessageSource } from './useMessageSource.ts';
import { previewedTypes, type ChannelCompatibility, checkCompatibility } from './compatibility.ts';

export interface ChannelPreview extends ChannelCompatibility {
  drawing: PhoneDrawing;
}

/** The messages of a form on every channel that they may be sent to. */
export interface PreviewedMessages {
  channels: ChannelPreview[];
  /** Whether they contain variables of people. */
  isPersonal: boolean;
  /** Their variables that the person has no value for, with fallbacks. */
  empty: EmptyVariable[];
  /** Whether they come from another record that the form references. */
  isReferenced: boolean;
}

/**
 * Renders the form's messages for every channel that they may be sent to, and checks their compatibility.
 * @param person whose values are filled in; without one, variables of people are left as they are
 */
export function usePreviewedMessages(person: Person | null): PreviewedMessages {
  const { values, faultsOn, only, field } = useMessageSource();
  const text = JSON.stringify([values['messages'], values['quickReply']] as const);
  const names = useMemo(() => variableNames(text), [text]);
  const known = useVariables(names);
  const isPersonVariable = usePersonNames(names);
  const variables = useMemo(
    () =>
      new Map([
        ...[...(known ?? [])].map(([name, { value }]): [string, string] => [name, value]),
        ...(person && recipients ? variablesOfPerson(recipients, person) : []),
      ]),
    [known, person],
  );
  const channels = useMemo(() => {
    const answer = completeDraft(withLastParsed(values));
    return (only ? [only] : previewedTypes(values['platform'])).map((type) => {
      const { messages, issues: losses } = renderForChannel(answer, type, { variables });
      const drawing = drawingOf(type, messages);
      const found = {
        ...faultsOn(type),
        losses,
        hasQuickReplies: drawing.quickReplies.length > 0,
        imagemaps: findImagemaps(values['messages']),
        alone: answer.messages.length === 1,
      };
      const { pointer, ...compatibility } = checkCompatibility(type, found);
      // An issue of another record is shown at the field that references it.
      const formPointer = pointer === undefined || field === undefined ? pointer : `/${field}`;
      return { ...compatibility, ...(formPointer !== undefined && { pointer: formPointer }), drawing };
    });
  }, [values, faultsOn, only, field, variables]);
  const isPersonal = isPersonVariable !== undefined && names.some(isPersonVariable);
  const empty = useMemo(
    () =>
      person && isPersonVariable
        ? emptyVariables(text, variables).filter(({ name }) => isPersonVariable(name))
        : [],
    [person, isPersonVariable, text, variables],
  );
  return { channels, isPersonal, empty, isReferenced: field !== undefined };
}

/** Variables of the texts without a value, each once. */
function emptyVariables(text: string, variables: ReadonlyMap<string, string>): EmptyVariable[] {
  const found = new Map<string, EmptyVariable>();
  fillVariables(text, variables, Infinity, (name, fallback) => found.set(name, { name, fallback }));
  return [...found.values()];
}

/** Indexes of the imagemaps among the messages. */
const findImagemaps = (messages: Json | undefined): number[] =>
  (Array.isArray(messages) ? messages : []).flatMap((message, index) =>
    (message as { type?: Json } | null)?.type === 'imagemap' ? [index] : [],
  );

export const findChannelPreview = (
  chosen: string | undefined,
  all: ChannelPreview[],
): ChannelPreview | undefined => all.find(({ type }) => type === chosen) ?? all[0];

/** A field with a picture, whose read right is used to fetch external pictures. */
export function findPictureField(fields: FieldModel[]): FieldModel | undefined {
  let found: FieldModel | undefined;
  walkFields(fields, (field) => {
    if (field.type === 'image') found ??= field;
  });
  return found;
}
