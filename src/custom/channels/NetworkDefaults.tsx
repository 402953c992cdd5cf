import { styled } from '@mui/material/styles';
import { useGetList } from 'react-admin';
import { Link } from 'react-router';
import type { Channel } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { CURRENT } from '../../../schemas/model/single.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import { ChannelMark } from '../../channels/ChannelMark.tsx';
import { isBlank } from '../../resources/fieldKit/types.ts';
import { Cell } from '../../resources/fieldKit/Value.tsx';
import { useLiveRecord } from '../../resources/fieldKit/useLiveRecord.ts';
import { fieldNamed } from '../../resources/columns.ts';
import { routeOf } from '../../resources/paths.ts';
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

const Said = styled('p')({ margin: '-4px 0 24px', ...TEXT.small, color: 'var(--ink-2)' });
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
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))',
  gap: '24px 48px',
});
const Part = styled('section')({
  minWidth: 0,
  '& h2': { margin: '0 0 8px', ...TEXT.heading, fontWeight: 600 },
  '& a': { fontSize: 13, color: 'var(--accent-text)' },
});
const Channels = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  ...TEXT.small,
  '& li': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 44 },
  '& li + li': { borderTop: '1px solid var(--line)' },
  '& .name': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .answers': { color: 'var(--ink-2)' },
  '& .answers[data-fault]': { color: 'var(--warning)' },
});

/** What the default mode means for people and for each channel, and the other defaults beside it. */
export const NetworkDefaults = () => {
  const { values } = useLiveRecord();
  const may = useMay();
  const isBot = values['defaultMode'] !== 'LIVECHAT';
  return (
    <>
      <Said>
        {isBot
          ? t('Where the bot is not sure, it takes the fail action.')
          : t('Your team answers in Live Chat. The bot is silent until a conversation is given to it.')}
      </Said>
      <Parts>
        {may('channel', 'list') ? <Answering isBot={isBot} /> : null}
        <Others />
      </Parts>
    </>
  );
};

/** Who answers on each channel. */
const Answering = ({ isBot }: { isBot: boolean }) => {
  const model = entityByName('channel');
  const { data = [], pageInfo } = useGetList<Channel & EntityRecord>('channel', {
    pagination: { page: 1, perPage: MAX_CHANNELS },
    sort: { field: 'name', order: 'ASC' },
  });
  const answers = ({ active, credentials }: Channel): [words: string, isFault: boolean] => {
    const missing = fieldNamed(model, 'credentials')?.choices?.find(({ value }) => value === 'missing');
    if (active === false) return [t('Off, nobody answers'), false];
    if (missing && credentials === missing.value) return [missing.label, true];
    return [isBot ? t('Bot') : t('Live Chat'), false];
  };
  if (data.length === 0) return null;
  return (
    <Part>
      <h2>{t('On each channel')}</h2>
      <Channels>
        {data.map((channel) => {
          const [words, isFault] = answers(channel);
          return (
            <li key={channel.id}>
              <ChannelMark type={channel.type} />
              <span className="name">{channel.name}</span>
              <span className="answers" data-fault={isFault || undefined}>
                {words}
              </span>
            </li>
          );
        })}
      </Channels>
      {pageInfo?.hasNextPage ? <Link to={routeOf(model, 'list')}>{t('All channels')}</Link> : null}
    </Part>
  );
};

/** The other defaults of the workspace, which are changed where all of them are. */
const Others = () => {
  const model = entityByName('network');
  const { data } = useWholeRecord<EntityRecord>('network', CURRENT);
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
