import Alert from '@mui/material/Alert';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { HttpError, useDataProvider } from 'react-admin';
import { useEffect, useRef } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { EntityRecord, JsonObject } from '../../../../schemas/model/types.ts';
import { ChannelMark } from '../../../channels/ChannelMark.tsx';
import type { ChannelMenu } from '../../../dataProvider/channelMenuVerbs.ts';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { ErrorState } from '../../../resources/states/ListStates.tsx';
import { useRecordMutation } from '../../../resources/actions/useRecordMutation.ts';
import { FormSkeleton } from '../../../resources/form/FormSkeleton.tsx';
import { EntityForm } from '../../../resources/form/save/EntityForm.tsx';
import { useFormCheck } from '../../../resources/form/useCheck.ts';
import { entityByName, withinParent } from '../../../resources/product.ts';
import { GuideButton } from '../../../layout/guide/GuideButton.tsx';
import { Title } from './parts.tsx';
import { useLookAgain, useMenuChannel } from './useChannelMenus.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Milliseconds after which the page of an updated link looks at it again (docs/product.md). */
const REFRESH_MS = 3000;

const Head = styled('header')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  marginBottom: 16,
  '& > span': { display: 'inline-flex', gap: 6, alignItems: 'center', fontSize: 13, color: 'var(--ink-2)' },
  '& > [data-end]': { marginLeft: 'auto' },
});

/** A link as its form holds it: ids in the place of what they name. */
export const asRecord = (channel: string, menu: ChannelMenu): JsonObject => ({
  id: menu.id,
  version: menu.version,
  channel,
  state: menu.state,
  richmenu: menu.richmenu.id ?? '',
  chatBarText: menu.chatBarText,
  selected: menu.selected,
  default: menu.default,
  ...(menu.segment && { segment: menu.segment.id }),
  ...(menu.priority !== null && { priority: menu.priority }),
  ...(menu.triggerTime !== null && { triggerTime: menu.triggerTime }),
});

/** Puts a rich menu on a channel, now or later; or changes one that is upcoming. */
export const LinkPage = () => {
  const { channelId = '', id } = useParams();
  return <LinkForm key={`${channelId} ${id}`} channelId={channelId} id={id} />;
};

function LinkForm({ channelId, id }: { channelId: string; id: string | undefined }) {
  const provider = useDataProvider<ConsoleDataProvider>();
  const navigate = useNavigate();
  const lookAgain = useLookAgain();
  const channel = useMenuChannel(channelId);
  const model = withinParent(entityByName('rich-menu-link'), channelId);
  const check = useFormCheck(model.name);
  const mutate = useRecordMutation(model.name);
  const { data, error, refetch } = useQuery({
    queryKey: ['channel menus', 'link', channelId, id],
    queryFn: ({ signal }) => provider.upcomingMenu(channelId, id ?? '', { signal }),
    enabled: id !== undefined,
    retry: false,
  });
  const refresh = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(refresh.current), []);
  const back = (tab: string): void =>
    void navigate(`/richmenu/management/${channelId}${tab === 'upcoming' ? '?tab=upcoming' : ''}`);
  const isGone = error instanceof HttpError && error.status === 404;

  const save = (values: JsonObject) =>
    mutate(async () => {
      const { id: _, channel: __, state: ___, ...settings } = values;
      const saved = await (id === undefined
        ? provider.linkMenu(channelId, settings)
        : provider.changeUpcomingMenu(channelId, id, settings));
      return { ...asRecord(channelId, saved) } as unknown as EntityRecord;
    });
  const onSaved = (saved: EntityRecord): void => {
    lookAgain();
    if (id === undefined || saved['state'] === 'active') return back(String(saved['state']));
    clearTimeout(refresh.current);
    refresh.current = setTimeout(() => void refetch(), REFRESH_MS);
  };
  const isReady = check !== undefined && (id === undefined || data !== undefined);
  return (
    <>
      <Head>
        <Title>{id === undefined ? t('Add rich menu') : (data?.richmenu.name ?? t('Edit rich menu'))}</Title>
        <span>
          <ChannelMark type={channel.data?.type} />
          {channel.data?.name}
        </span>
        <span data-end>
          <GuideButton />
        </span>
      </Head>
      {isGone ? (
        <Alert severity="info">
          {t('This rich menu is no longer upcoming: it is active or was deleted.')}
        </Alert>
      ) : null}
      {error && !isGone ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {isReady && !error ? (
        <EntityForm
          model={model}
          check={check}
          mode={id === undefined ? 'create' : 'edit'}
          record={data && asRecord(channelId, data)}
          save={save}
          onSaved={onSaved}
          onCancel={() => back(id === undefined ? 'active' : 'upcoming')}
        />
      ) : null}
      {isReady || error ? null : <FormSkeleton fields={6} />}
    </>
  );
}
