import { styled } from '@mui/material/styles';
import { useGetMany } from 'react-admin';
import { useMemo } from 'react';
import type { Entities, Template } from '../../../schemas/generated/types.ts';
import { channelTypesThatCan } from '../../../schemas/channels/registry.ts';
import { renderForChannel } from '../../../schemas/channels/render.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { variableNames } from '../../../schemas/model/variables.ts';
import { drawingOf } from '../../channels/phones.ts';
import { useVariables } from '../../resources/variables/useVariables.ts';
import { FULL_RECORD_META } from '../../resources/wholeRecord.ts';
import { DrawnMessage } from '../messages/DrawnMessage.tsx';
import { TemplatePictures } from '../messages/TemplatePictures.tsx';
import { TEXT } from '../../theme/text.ts';

/** A talk, turn by turn; a sign at the left says whose each is. */
export const Talk = styled('ol')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  ...TEXT.small,
  '& li': { position: 'relative', padding: '0 0 20px 36px' },
  '& li > svg': {
    position: 'absolute',
    left: 0,
    top: 4,
    boxSizing: 'border-box',
    width: 24,
    height: 24,
    padding: 4,
    borderRadius: '50%',
    background: 'var(--press)',
    color: 'var(--ink-2)',
  },
  '& li:not(:last-of-type)::before': {
    content: '""',
    position: 'absolute',
    left: 11.5,
    top: 32,
    bottom: 0,
    width: 1,
    background: 'var(--line)',
  },
  // Drawn before there is anything to be said: what it will be.
  '&[data-outline]': { marginTop: 16 },
  '&[data-outline] p': {
    background: 'none',
    boxShadow: 'inset 0 0 0 1px var(--frame)',
    color: 'var(--ink-3)',
  },
  '& small': { display: 'block', marginTop: 4, ...TEXT.caption, color: 'var(--ink-3)' },
});
/** Words of a talk. */
export const Bubble = styled('p')({
  width: 'fit-content',
  maxWidth: '100%',
  boxSizing: 'border-box',
  margin: 0,
  padding: '6px 12px',
  borderRadius: 12,
  background: 'var(--press)',
  overflowWrap: 'anywhere',
  '&[data-by=person]': { background: 'var(--accent-soft)' },
  '&[data-waiting]': {
    background: 'none',
    boxShadow: 'inset 0 0 0 1px var(--frame)',
    color: 'var(--ink-3)',
  },
});
/** Messages among the words, in the colours of the talk rather than of a channel. */
const Drawn = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 6,
  overflow: 'hidden',
  '--pv-ground': 'transparent',
  '--pv-ink': 'var(--ink)',
  '--pv-muted': 'var(--ink-2)',
  '--pv-bubble': 'var(--press)',
  '--pv-bubbleInk': 'var(--ink)',
  '--pv-bubbleShape': '12px',
  '--pv-card': 'var(--sheet)',
  '--pv-cardEdge': 'var(--frame)',
  '--pv-cardShape': '8px',
  '--pv-line': 'var(--line)',
  '--pv-link': 'var(--accent-text)',
  '--pv-button': 'transparent',
});
/** Said where there is no talk yet. */
export const Hint = styled('p')({ margin: 0, ...TEXT.small, color: 'var(--ink-3)' });

type Stored<Name extends keyof Entities> = Entities[Name] & EntityRecord;

/** The records of these ids, whole; those that are not there, or that the person may not see, are left out. */
export const useRecords = <Name extends keyof Entities>(
  entity: Name,
  ids: (string | undefined)[],
): Stored<Name>[] => useAnswer(entity, ids).records;

/** The same, and whether they are still on their way. */
export const useAnswer = <Name extends keyof Entities>(
  entity: Name,
  ids: (string | undefined)[],
): { records: Stored<Name>[]; isPending: boolean } => {
  const wanted = ids.filter((id): id is string => typeof id === 'string' && id !== '');
  const { data = [], isPending } = useGetMany<EntityRecord>(
    entity,
    { ids: wanted, meta: FULL_RECORD_META },
    { enabled: wanted.length > 0, retry: false },
  );
  const found = data.filter((record) => Boolean(record) && wanted.includes(record.id));
  return { records: found as unknown as Stored<Name>[], isPending: isPending && wanted.length > 0 };
};

/** The type of channel whose page is the console's own, which shows nearly every message as it was written. */
const chatPageType = (): string => channelTypesThatCan('chatPage')[0] ?? '';

/** Messages as they look on the console's own page. */
export const Answer = ({ messages }: { messages: Template['messages'] }) => {
  const names = useMemo(() => variableNames(JSON.stringify(messages)), [messages]);
  const known = useVariables(names);
  const variables = new Map([...(known ?? [])].map(([name, { value }]) => [name, value]));
  const type = chatPageType();
  const sent = renderForChannel({ messages }, type, { variables }).messages;
  return (
    <TemplatePictures>
      <Drawn>
        {drawingOf(type, sent).messages.map((drawn, index) => (
          <DrawnMessage key={index} drawn={drawn} hasFilledButtons={false} />
        ))}
      </Drawn>
    </TemplatePictures>
  );
};
