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

/** A conversation; an icon at the left shows the author of each message. */
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
  // A placeholder conversation.
  '&[data-outline]': { marginTop: 16 },
  '&[data-outline] p': {
    background: 'none',
    boxShadow: 'inset 0 0 0 1px var(--frame)',
    color: 'var(--ink-3)',
  },
  '& small': { display: 'block', marginTop: 4, ...TEXT.caption, color: 'var(--ink-3)' },
});
/** A text message. */
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
/** Rendered messages, in the console's colours rather than a channel's. */
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
/** Text instead of a conversation. */
export const Hint = styled('p')({ margin: 0, ...TEXT.small, color: 'var(--ink-3)' });

type Stored<Name extends keyof Entities> = Entities[Name] & EntityRecord;

/** The full records of these ids; missing ones, and those that the person may not read, are left out. */
export const useRecords = <Name extends keyof Entities>(
  entity: Name,
  ids: (string | undefined)[],
): Stored<Name>[] => useRecordsQuery(entity, ids).records;

/** The same, and whether they are loading. */
export const useRecordsQuery = <Name extends keyof Entities>(
  entity: Name,
  ids: (string | undefined)[],
): { records: Stored<Name>[]; isPending: boolean } => {
  const definedIds = ids.filter((id): id is string => typeof id === 'string' && id !== '');
  const { data = [], isPending } = useGetMany<EntityRecord>(
    entity,
    { ids: definedIds, meta: FULL_RECORD_META },
    { enabled: definedIds.length > 0, retry: false },
  );
  const found = data.filter((record) => Boolean(record) && definedIds.includes(record.id));
  return { records: found as unknown as Stored<Name>[], isPending: isPending && definedIds.length > 0 };
};

/** The channel type with the console's own chat page, which shows nearly every message as it was written. */
const chatPageType = (): string => channelTypesThatCan('chatPage')[0] ?? '';

/** Messages as they look on the console's own chat page. */
export const RenderedMessages = ({ messages }: { messages: Template['messages'] }) => {
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
