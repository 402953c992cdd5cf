import AddIcon from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useNotify } from 'react-admin';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { channelLabelsThatCan } from '../../../../schemas/channels/registry.ts';
import { channelLabelOf } from '../../../channels/registry.ts';
import { useMay } from '../../../authProvider/AccessContext.ts';
import type { ChannelMenu, MenuState } from '../../../dataProvider/channelMenuVerbs.ts';
import { GENERIC_MESSAGE, GENERIC_TITLE } from '../../../dataProvider/errors.ts';
import { edgeTabs } from '../../../layout/edgeTabs.ts';
import { part } from '../../../layout/part.tsx';
import { ConfirmDialog } from '../../../resources/actions/ConfirmDialog.tsx';
import { FailedDialog } from '../../../resources/actions/FailedDialog.tsx';
import { useRestoreDeleted } from '../../../resources/actions/useRestoreDeleted.ts';
import { pathOf } from '../../../resources/paths.ts';
import { entityByName, withinParent } from '../../../resources/product.ts';
import { StatePanel } from '../../../resources/states/StatePanel.tsx';
import { useVerbs } from './useVerbs.ts';
import { MenuTable } from './MenuTable.tsx';
import { GuideButton } from '../../../layout/guide/GuideButton.tsx';
import { Sentinel, Title } from './parts.tsx';
import { PersonSees } from './PersonSees.tsx';
import { useChannelMenus, useFollowMenus, useLookAgain, useMenuChannel } from './useChannelMenus.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const TapsDialog = part(() => import('../taps/TapsDialog.tsx').then((it) => it.TapsDialog));

/** Milliseconds that the toast of a deletion stays (docs/product.md). */
const TOAST_MS = 3000;

const Head = styled('header')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  marginBottom: 8,
  '& > div': { flex: '1 1 200px', minWidth: 0 },
  '& p': { margin: 0, fontSize: 13, lineHeight: '20px', color: 'var(--ink-3)' },
});
const Count = styled('span')({ marginLeft: 4, fontWeight: 400, fontVariantNumeric: 'tabular-nums' });
const Foot = styled('p')({ margin: '12px 0 0', fontSize: 13, color: 'var(--ink-3)' });

const STATES: [MenuState, string][] = [
  ['active', t('Active')],
  ['upcoming', t('Upcoming')],
];

type Step =
  | { name: 'idle' }
  | { name: 'ask' | 'run'; menu: ChannelMenu }
  /** It went wrong: deleting, or loading, which is not told twice. */
  | { name: 'failed' };

/** Says once for all menus that nobody sees them, and where that is mended. */
const Unconnected = ({ channel }: { channel: string }) => {
  const may = useMay();
  const platform = channelLabelsThatCan('richMenus');
  return (
    <Alert
      severity="warning"
      sx={{ mt: 2, mb: 1 }}
      action={
        may('channel', 'update') ? (
          <Button
            size="small"
            color="inherit"
            component={Link}
            to={pathOf(entityByName('channel'), 'edit', channel)}
          >
            {t('Connect')}
          </Button>
        ) : undefined
      }
    >
      {t('Not connected to %{platform}: nobody sees these menus until it is.', { platform })}
    </Alert>
  );
};

/** The rich menus of one channel: those that are shown now, and those to come. */
export const ChannelPage = () => {
  const { channelId: id = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const state: MenuState = search.get('tab') === 'upcoming' ? 'upcoming' : 'active';
  const channel = useMenuChannel(id);
  const list = useChannelMenus(id, state);
  const may = useMay();
  const verbs = useVerbs();
  const notify = useNotify();
  const lookAgain = useLookAgain();
  const { mayRestore, restore } = useRestoreDeleted(withinParent(entityByName('rich-menu-link'), id));
  const [step, setStep] = useState<Step>({ name: 'idle' });
  const [tapped, setTapped] = useState<{ id: string; name: string }>();
  const [told, setTold] = useState<unknown>();
  useFollowMenus();
  const loadError = channel.error ?? list.error;
  const isUntold = loadError !== null && loadError !== told;
  const counts: Record<MenuState, number | undefined> = {
    active: channel.data?.activeRichmenu,
    upcoming: channel.data?.upcomingRichmenu,
  };
  const editor = `/richmenu/management/${id}/editor`;

  const remove = async (menu: ChannelMenu): Promise<void> => {
    setStep({ name: 'run', menu });
    try {
      await verbs.remove(id, menu.state, menu.id);
      setStep({ name: 'idle' });
      notify(t('Rich menu deleted'), {
        type: 'success',
        autoHideDuration: TOAST_MS,
        ...(mayRestore && {
          action: { label: t('Undo'), run: () => void restore([menu.id]).then(lookAgain) },
        }),
      });
    } catch {
      setStep({ name: 'failed' });
    }
    lookAgain();
  };
  const retry = async (menu: ChannelMenu): Promise<void> => {
    try {
      await verbs.retry(id, menu.id);
      notify(t('%{platform} is asked again', { platform: channelLabelsThatCan('richMenus') }), {
        type: 'info',
      });
    } catch {
      setStep({ name: 'failed' });
    }
  };
  const add = may('rich-menu-link', 'create') ? (
    <Button variant="contained" startIcon={<AddIcon />} component={Link} to={editor}>
      {t('Add rich menu')}
    </Button>
  ) : null;
  return (
    <>
      <Head>
        <div>
          <Title>{channel.data?.name ?? t('Channel')}</Title>
          <p>{channel.data ? channelLabelOf(channel.data.type) : '\u00a0'}</p>
        </div>
        <GuideButton />
        {add}
      </Head>
      <Tabs
        value={state}
        aria-label={t('Rich menus')}
        onChange={(_, next: MenuState) =>
          setSearch(next === 'active' ? {} : { tab: next }, { replace: true })
        }
        sx={edgeTabs}
      >
        {STATES.map(([value, label]) => (
          <Tab
            key={value}
            value={value}
            label={
              <span>
                {label} {counts[value] === undefined ? null : <Count>{counts[value]}</Count>}
              </span>
            }
          />
        ))}
      </Tabs>
      {list.rows?.some(({ lineState }) => lineState === 'unconnected') ? <Unconnected channel={id} /> : null}
      {list.rows && list.rows.length > 0 ? (
        <MenuTable
          menus={list.rows}
          mayChange={may('rich-menu-link', 'update')}
          mayDelete={may('rich-menu-link', 'delete')}
          editPath={(menu) => `${editor}/${menu.id}`}
          onDelete={(menu) => setStep({ name: 'ask', menu })}
          onRetry={(menu) => void retry(menu)}
          onTaps={
            may('message', 'list')
              ? ({ richmenu: { id: menu, name } }) => {
                  if (menu !== null) setTapped({ id: menu, name });
                }
              : undefined
          }
        />
      ) : null}
      {list.rows?.length === 0 ? (
        <StatePanel
          title={state === 'active' ? t('No active rich menus') : t('No upcoming rich menus')}
          text={
            state === 'active'
              ? t('Nobody on this channel sees a rich menu now. Add one for all users, or for a segment.')
              : t('Rich menus scheduled for later appear here.')
          }
        >
          {add}
        </StatePanel>
      ) : null}
      {list.hasMore ? <Sentinel loaded={list.rows?.length ?? 0} onSeen={list.loadMore} /> : null}
      {list.rows && list.rows.length > 0 ? (
        <Foot>{t('When someone has more than one, the lowest priority number wins')}</Foot>
      ) : null}
      <PersonSees channel={id} menus={state === 'active' ? (list.rows ?? []) : []} />
      {tapped ? <TapsDialog menu={tapped} channel={id} onClose={() => setTapped(undefined)} /> : null}
      {step.name === 'ask' || step.name === 'run' ? (
        <ConfirmDialog
          title={t('Delete “%{name}”?', { name: step.menu.richmenu.name })}
          confirmLabel={t('Delete')}
          danger
          pending={step.name === 'run'}
          onConfirm={() => void remove(step.menu)}
          onClose={() => setStep({ name: 'idle' })}
        >
          {step.menu.state === 'active'
            ? t('It is removed from this channel immediately. The rich menu itself is kept.')
            : t('It will not be shown on this channel. The rich menu itself is kept.')}
        </ConfirmDialog>
      ) : null}
      {step.name === 'failed' || isUntold ? (
        <FailedDialog
          title={GENERIC_TITLE}
          message={GENERIC_MESSAGE}
          obstacles={[]}
          onClose={() => {
            setStep({ name: 'idle' });
            setTold(loadError ?? undefined);
          }}
        />
      ) : null}
      {loadError !== null && !isUntold ? (
        <StatePanel title={GENERIC_TITLE} text={GENERIC_MESSAGE}>
          <Button
            variant="outlined"
            onClick={() => {
              setTold(undefined);
              lookAgain();
            }}
          >
            {t('Try again')}
          </Button>
        </StatePanel>
      ) : null}
    </>
  );
};
