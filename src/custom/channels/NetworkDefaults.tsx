import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useGetList } from 'react-admin';
import { Link } from 'react-router';
import type { Channel } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { CURRENT_ID } from '../../../schemas/model/single.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import { ChannelMark } from '../../channels/ChannelMark.tsx';
import { Dot } from '../../resources/fields/shared/Badge.tsx';
import { isBlank } from '../../resources/fieldKit/types.ts';
import { Cell } from '../../resources/fieldKit/Value.tsx';
import { useLiveRecord } from '../../resources/fieldKit/useLiveRecord.ts';
import { fieldNamed } from '../../resources/columns.ts';
import { pathOf, routeOf } from '../../resources/paths.ts';
import { entityByName } from '../../resources/product.ts';
import { useWholeRecord } from '../../resources/wholeRecord.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';
import { PHONE } from '../../theme/tokens.ts';

/** The workspace's other defaults, with the text for an empty one. */
const OTHER_DEFAULTS = [
  ['globalDelay', t('None')],
  ['confidenceThreshold', ''],
  ['failAction', t('None, the bot stays silent')],
  ['locationAction', t('None')],
] as const;
const MAX_CHANNELS = 20;

const Intro = styled('p')({ margin: '0 0 4px', ...TEXT.small, color: 'var(--ink-2)' });
const Rows = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  margin: '0 0 12px',
  ...TEXT.small,
  '& dt, & dd': { margin: 0, padding: '12px 0', overflowWrap: 'anywhere' },
  '& dt': { paddingRight: 24, color: 'var(--ink-3)' },
  '& div:not(:first-of-type) > *': { borderTop: '1px solid var(--line)', paddingTop: 11 },
});
/** Side by side on wide screens. */
const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '24px 48px',
  '@media (min-width:1200px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
});
const Section = styled('section')({
  minWidth: 0,
  '& h2': { margin: '0 0 8px', ...TEXT.heading, fontWeight: 600 },
  '& > a': { ...TEXT.small, fontWeight: 500, color: 'var(--accent-text)', textDecoration: 'none' },
  '& > a:hover': { textDecoration: 'underline' },
});
const Channels = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  ...TEXT.small,
  // Descriptions align.
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) fit-content(60%)',
  '& :is(li, a)': { display: 'grid', gridColumn: '1 / -1', gridTemplateColumns: 'subgrid' },
  '& a': {
    alignItems: 'center',
    gap: 8,
    minHeight: 44,
    color: 'inherit',
    textDecoration: 'none',
  },
  '& a:hover .name': { textDecoration: 'underline' },
  '& li + li': { borderTop: '1px solid var(--line)' },
  '& .name': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .answers': { color: 'var(--ink-2)' },
  // The name is on its own line, the rest on the next.
  [PHONE]: {
    '& a': {
      ...{ display: 'flex', flexWrap: 'wrap', alignContent: 'center', gap: '2px 8px', padding: '8px 0' },
    },
    '& .name': { flex: '1 1 calc(100% - 24px)', fontWeight: 500 },
    '& .answers': { marginLeft: 24 },
  },
});

/** The effect of the default mode on each channel, and the other defaults. */
export const NetworkDefaults = () => {
  const { values } = useLiveRecord();
  const may = useMay();
  const isBot = values['defaultMode'] !== 'LIVECHAT';
  return (
    <Columns>
      {may('channel', 'list') ? <ChannelAnswers isBot={isBot} /> : null}
      <OtherDefaults />
    </Columns>
  );
};

/** Who answers on each channel. */
const ChannelAnswers = ({ isBot }: { isBot: boolean }) => {
  const model = entityByName('channel');
  const { data = [], pageInfo } = useGetList<Channel & EntityRecord>('channel', {
    pagination: { page: 1, perPage: MAX_CHANNELS },
    sort: { field: 'name', order: 'ASC' },
  });
  const credentials = fieldNamed(model, 'credentials');
  const answers = (channel: Channel & EntityRecord): ReactNode => {
    if (channel.active === false) return <Dot>{t('Off, nobody answers')}</Dot>;
    if (credentials && channel.credentials === 'missing')
      return <Cell field={credentials} value={channel.credentials} record={channel} />;
    return <Dot>{isBot ? t('Bot') : t('Live Chat')}</Dot>;
  };
  if (data.length === 0) return null;
  return (
    <Section>
      <h2>{t('On each channel')}</h2>
      <Intro>
        {isBot
          ? t('Where the bot is not sure, it takes the fail action.')
          : t('Your team answers in Live Chat. The bot is silent until a conversation is given to it.')}
      </Intro>
      <Channels>
        {data.map((channel) => (
          <li key={channel.id}>
            <Link to={pathOf(model, 'edit', channel.id)}>
              <ChannelMark type={channel.type} />
              <span className="name">{channel.name}</span>
              <span className="answers">{answers(channel)}</span>
            </Link>
          </li>
        ))}
      </Channels>
      {pageInfo?.hasNextPage ? <Link to={routeOf(model, 'list')}>{t('All channels')}</Link> : null}
    </Section>
  );
};

/** The other defaults of the workspace, with a link to the page that changes them. */
const OtherDefaults = () => {
  const model = entityByName('network');
  const { data } = useWholeRecord<EntityRecord>('network', CURRENT_ID);
  if (!data) return null;
  return (
    <Section>
      <h2>{t('Other defaults')}</h2>
      <Rows>
        {OTHER_DEFAULTS.map(([name, none]) => {
          const field = fieldNamed(model, name);
          const value = data[name];
          if (!field) return null;
          return (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{field.title}</dt>
              <dd>
                {isBlank(value) || value === 0 ? none : <Cell field={field} value={value} />}
                {name === 'globalDelay' && value ? ' s' : ''}
              </dd>
            </div>
          );
        })}
      </Rows>
      <Link to={routeOf(model, 'list')}>{t('Change in Setting')}</Link>
    </Section>
  );
};
