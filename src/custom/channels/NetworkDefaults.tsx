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

/** What else holds for all channels, and what an empty one means. */
const DEFAULTS = [
  ['globalDelay', t('None')],
  ['confidenceThreshold', ''],
  ['failAction', t('None, the bot stays silent')],
  ['locationAction', t('None')],
] as const;
const MAX_CHANNELS = 20;

const Said = styled('p')({ margin: '0 0 4px', ...TEXT.small, color: 'var(--ink-2)' });
const Rows = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  margin: '0 0 12px',
  ...TEXT.small,
  '& dt, & dd': { margin: 0, padding: '12px 0', overflowWrap: 'anywhere' },
  '& dt': { paddingRight: 24, color: 'var(--ink-3)' },
  '& div:not(:first-of-type) > *': { borderTop: '1px solid var(--line)', paddingTop: 11 },
});
/** Side by side where there is room. */
const Parts = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '24px 48px',
  // What stands beside a channel is longer than a default.
  '@media (min-width:1200px)': { gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 4fr)' },
});
const Part = styled('section')({
  minWidth: 0,
  '& h2': { margin: '0 0 8px', ...TEXT.heading, fontWeight: 600 },
  '& > a': { fontSize: 13, color: 'var(--accent-text)' },
});
const Channels = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  ...TEXT.small,
  '& a': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 44,
    color: 'inherit',
    textDecoration: 'none',
  },
  '& a:hover .name': { textDecoration: 'underline' },
  '& li + li': { borderTop: '1px solid var(--line)' },
  '& .name': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .answers': { color: 'var(--ink-2)' },
});

/** What the default mode means for people and for each channel, and the other defaults beside it. */
export const NetworkDefaults = () => {
  const { values } = useLiveRecord();
  const may = useMay();
  const isBot = values['defaultMode'] !== 'LIVECHAT';
  return (
    <Parts>
      {may('channel', 'list') ? <Answering isBot={isBot} /> : null}
      <Others />
    </Parts>
  );
};

/** Who answers on each channel. */
const Answering = ({ isBot }: { isBot: boolean }) => {
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
    <Part>
      <h2>{t('On each channel')}</h2>
      <Said>
        {isBot
          ? t('Where the bot is not sure, it takes the fail action.')
          : t('Your team answers in Live Chat. The bot is silent until a conversation is given to it.')}
      </Said>
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
    </Part>
  );
};

/** The other defaults of the workspace, which are changed where all of them are. */
const Others = () => {
  const model = entityByName('network');
  const { data } = useWholeRecord<EntityRecord>('network', CURRENT_ID);
  if (!data) return null;
  return (
    <Part>
      <h2>{t('Other defaults')}</h2>
      <Rows>
        {DEFAULTS.map(([name, none]) => {
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
    </Part>
  );
};
