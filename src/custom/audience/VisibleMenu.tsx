import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useGetOne } from 'react-admin';
import { Link } from 'react-router';
import { capabilitiesOf } from '../../../schemas/channels/registry.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { ErrorState } from '../../resources/states/ListStates.tsx';
import { Placeholder } from '../../resources/states/Placeholder.ts';
import { MenuPicture } from '../richMenus/management/parts.tsx';
import { MAX_MENUS, MENUS_KEY } from '../richMenus/management/useChannelMenus.ts';
import { reasonText } from '../richMenus/management/reasonText.ts';
import { usePerson } from '../usePerson.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Card = styled('div')({
  border: '1px solid var(--frame)',
  borderRadius: 8,
  overflow: 'hidden',
  '& > span': { border: 0, borderRadius: 0 },
  '& > div': { padding: '8px 12px', ...TEXT.caption, color: 'var(--ink-2)' },
  '& a': { display: 'block', ...TEXT.small, fontWeight: 500, color: 'var(--accent-text)' },
});
const Others = styled('details')({
  marginTop: 8,
  ...TEXT.caption,
  color: 'var(--ink-3)',
  '& summary': { cursor: 'pointer', padding: '4px 0' },
  '& ul': { listStyle: 'none', margin: 0, padding: 0 },
  '& li': { padding: '4px 0', borderTop: '1px solid var(--line)' },
  '& b': { display: 'block', fontWeight: 500, color: 'var(--ink)' },
});
const Note = styled('p')({ margin: 0, ...TEXT.small, color: 'var(--ink-3)' });

/** The rich menu that the person sees now, and why; nothing on channels that have none. */
export const VisibleMenu = () => {
  const { id, channel } = usePerson();
  const may = useMay();
  const provider = useDataProvider<ConsoleDataProvider>();
  const { data: where, isPending } = useGetOne<{ id: string; type?: string }>('channel', { id: channel });
  const isAsked = capabilitiesOf(where?.type).richMenus === true && may('rich-menu-link', 'list');
  const {
    data: seen,
    error,
    refetch,
  } = useQuery({
    queryKey: [MENUS_KEY, 'seen', channel, id],
    queryFn: async ({ signal }) => {
      const [{ winner, verdicts }, menus] = await Promise.all([
        provider.resolveMenu(channel, id, undefined, { signal }),
        provider.channelMenus(channel, 'active', { take: MAX_MENUS, signal }),
      ]);
      return verdicts.flatMap(({ id: link, reason }) => {
        const menu = menus.find((one) => one.id === link);
        return menu ? [{ menu, text: reasonText(menu, reason), isShown: link === winner }] : [];
      });
    },
    enabled: isAsked,
    retry: false,
  });
  if (!isAsked && !isPending) return null;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!seen)
    return (
      <Placeholder style={{ display: 'block', height: 'auto', aspectRatio: '3 / 2', borderRadius: 8 }} />
    );
  const shown = seen.find(({ isShown }) => isShown);
  const others = seen.filter((one) => one !== shown);
  return (
    <>
      {shown ? (
        <Card>
          <MenuPicture {...shown.menu.richmenu} width={270} />
          <div>
            <Link to={`/richmenu/management/${channel}`}>{shown.menu.richmenu.name}</Link>
            {shown.text}
          </div>
        </Card>
      ) : (
        <Note>{t('This person sees no rich menu.')}</Note>
      )}
      {others.length > 0 ? (
        <Others>
          <summary>{t('Why not the others (%{count})', { count: others.length })}</summary>
          <ul>
            {others.map(({ menu, text }) => (
              <li key={menu.id}>
                <b>{menu.richmenu.name}</b>
                {text}
              </li>
            ))}
          </ul>
        </Others>
      ) : null}
    </>
  );
};
