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
import { useSource } from './useSource.ts';
import { previewedTypes, type ChannelVerdict, verdictOf } from './verdict.ts';

export interface OnChannel extends ChannelVerdict {
  drawing: PhoneDrawing;
}

/** The messages of a form on every channel that they may go to. */
export interface PreviewedAnswer {
  channels: OnChannel[];
  /** They name something that differs from person to person. */
  isPersonal: boolean;
  /** Variables of people that they name and that the person has no value for, with what stands in their place. */
  empty: EmptyVariable[];
  /** They stand in another record that the form names. */
  isTaken: boolean;
}

/**
 * The messages of the form around on every channel that they may go to: what is sent, what becomes of it.
 * @param person whose values they have; without one, what is of people stays as it stands
 */
export function useAnswer(person: Person | null): PreviewedAnswer {
  const { values, faultsOn, only, field } = useSource();
  const text = JSON.stringify([values['messages'], values['quickReply']] as const);
  const names = useMemo(() => variableNames(text), [text]);
  const known = useVariables(names);
  const ofPeople = usePersonNames(names);
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
        imagemaps: imagemapsIn(values['messages']),
        alone: answer.messages.length === 1,
      };
      const { pointer, ...verdict } = verdictOf(type, found);
      // What is wrong with another record is shown where that is chosen.
      const place = pointer === undefined || field === undefined ? pointer : `/${field}`;
      return { ...verdict, ...(place !== undefined && { pointer: place }), drawing };
    });
  }, [values, faultsOn, only, field, variables]);
  const isPersonal = ofPeople !== undefined && names.some(ofPeople);
  const empty = useMemo(
    () => (person && ofPeople ? emptyVariables(text, variables).filter(({ name }) => ofPeople(name)) : []),
    [person, ofPeople, text, variables],
  );
  return { channels, isPersonal, empty, isTaken: field !== undefined };
}

/** What texts name and nobody has a value for, each once. */
function emptyVariables(text: string, variables: ReadonlyMap<string, string>): EmptyVariable[] {
  const found = new Map<string, EmptyVariable>();
  fillVariables(text, variables, Infinity, (name, fallback) => found.set(name, { name, fallback }));
  return [...found.values()];
}

/** Places of the imagemaps among the messages. */
const imagemapsIn = (messages: Json | undefined): number[] =>
  (Array.isArray(messages) ? messages : []).flatMap((message, index) =>
    (message as { type?: Json } | null)?.type === 'imagemap' ? [index] : [],
  );

export const channelOf = (chosen: string | undefined, all: OnChannel[]): OnChannel | undefined =>
  all.find(({ type }) => type === chosen) ?? all[0];

/** A field with a picture, by whose right the preview asks for those of other sites. */
export function pictureFieldOf(fields: FieldModel[]): FieldModel | undefined {
  let found: FieldModel | undefined;
  walkFields(fields, (field) => {
    if (field.type === 'image') found ??= field;
  });
  return found;
}
