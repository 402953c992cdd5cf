import { useMemo } from 'react';
import { completeDraft } from '../../../schemas/messages/draft.ts';
import { render } from '../../../schemas/channels/render.ts';
import { walkFields } from '../../../schemas/model/fields.ts';
import type { FieldModel, Json } from '../../../schemas/model/types.ts';
import { variableNames } from '../../../schemas/model/variables.ts';
import type { PhoneDrawing } from '../../channels/drawing.ts';
import { drawingOf } from '../../channels/phones.ts';
import { withLastParsed } from '../../resources/form/unparsed.ts';
import { useVariables } from '../../resources/variables/useVariables.ts';
import { useSource } from './useSource.ts';
import { previewedTypes, type ChannelVerdict, verdictOf } from './verdict.ts';

export interface OnChannel extends ChannelVerdict {
  drawing: PhoneDrawing;
}

/** The messages of the form around on every channel that they may go to: what is sent, what becomes of it. */
export function useAnswer(): OnChannel[] {
  const { values, faultsOn, only, field } = useSource();
  const text = JSON.stringify([values['messages'], values['quickReply']] as const);
  const names = useMemo(() => variableNames(text), [text]);
  const known = useVariables(names);
  return useMemo(() => {
    const variables = new Map([...(known ?? [])].map(([name, { value }]) => [name, value]));
    const answer = completeDraft(withLastParsed(values));
    return (only ? [only] : previewedTypes(values['platform'])).map((type) => {
      const { messages, losses } = render(answer, type, { variables });
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
  }, [values, faultsOn, only, field, known]);
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
