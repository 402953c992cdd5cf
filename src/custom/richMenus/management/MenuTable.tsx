import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import MoreIcon from '@mui/icons-material/MoreHoriz';
import TouchIcon from '@mui/icons-material/TouchAppOutlined';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { channelLabelsThatCan } from '../../../../schemas/channels/registry.ts';
import type { ChannelMenu } from '../../../dataProvider/channelMenuVerbs.ts';
import { WORKSPACE_ZONE } from '../../../../schemas/model/zonedTime.ts';
import { momentText, workspaceZoneLabel } from '../../../resources/clock.ts';
import { MenuPicture, shapeText } from './parts.tsx';
import { t } from '../../../../schemas/texts/translate.ts';

const PICTURE_PX = 106;

const Table = styled('table')(({ theme }) => ({
  width: 'calc(100% + 2 * var(--edge))',
  margin: '0 calc(-1 * var(--edge))',
  borderCollapse: 'collapse',
  fontSize: 13,
  lineHeight: '20px',
  '& th': { padding: '8px 12px', textAlign: 'left', fontWeight: 500, color: 'var(--ink-3)' },
  '& td': { height: 92, padding: '8px 12px', borderTop: '1px solid var(--line)' },
  '& tr > :first-of-type': { paddingLeft: 'var(--edge)' },
  '& tr > :last-child': { paddingRight: 'var(--edge)' },
  '& tbody tr:last-child td': { borderBottom: '1px solid var(--line)' },
  '& .number': { textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  // On a phone its picture at the left, and beside it the name with one line of what is agreed.
  [theme.breakpoints.down('md')]: {
    '&, & tbody, & tr': { display: 'block', width: 'auto' },
    '& thead': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
    '& tbody tr': {
      position: 'relative',
      minHeight: 72 + 2 * 14,
      padding: `14px calc(var(--edge) + 40px) 14px calc(var(--edge) + ${PICTURE_PX + 12}px)`,
      borderTop: '1px solid var(--line)',
      fontSize: 13,
      lineHeight: '20px',
      color: 'var(--ink-3)',
    },
    '& tbody tr:last-of-type': { borderBottom: '1px solid var(--line)' },
    '& tbody tr > td': { display: 'inline', height: 'auto', padding: 0, border: 0, textAlign: 'left' },
    '& tbody tr > td:first-of-type': { display: 'block', padding: 0, color: 'var(--ink)' },
    '& tbody tr > td:first-of-type .picture': { position: 'absolute', left: 'var(--edge)', top: 14 },
    '& tbody tr:last-child td': { borderBottom: 0 },
    // Since when stands in a line of its own, which goes below what is done with it.
    '& tbody tr > td:nth-last-of-type(2)': {
      ...{
        display: 'block',
        marginRight: 'calc(-1 * (var(--edge) + 40px))',
        fontSize: 12,
        textAlign: 'left',
      },
    },
    '& td[data-before]:not(:empty)::before': { content: 'attr(data-before)' },
    '& td[data-after]:not(:empty)::after': { content: 'attr(data-after)' },
    '& td.acts.acts': { position: 'absolute', right: 'calc(var(--edge) - 10px)', top: 6 },
    '& td.acts button': { minWidth: 44, minHeight: 44 },
  },
}));
const Named = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  '& > .picture': { flex: 'none' },
  '& b': { display: 'block', fontSize: 14, lineHeight: '22px', fontWeight: 500, overflowWrap: 'anywhere' },
  '& > span > span': { display: 'block', fontSize: 12, lineHeight: '18px', color: 'var(--ink-3)' },
});
const Fault = styled('span')({
  '&&': { display: 'flex', alignItems: 'flex-start', gap: 4, maxWidth: 320, color: 'var(--danger)' },
  '& svg': { fontSize: 15, marginTop: 1.5, flex: 'none' },
});

/** What an active menu waits for, by its state. */
const waitingText = (state: string, platform: string): string | undefined =>
  state === 'waiting' ? t('Updating %{platform}', { platform }) : undefined;

interface MenuTableProps {
  menus: ChannelMenu[];
  mayChange: boolean;
  mayDelete: boolean;
  editPath: (menu: ChannelMenu) => string;
  onDelete: (menu: ChannelMenu) => void;
  onRetry: (menu: ChannelMenu) => void;
  /** Opens where people tap; missing for those who may not know what people do. */
  onTaps?: (menu: ChannelMenu) => void;
}

/** Rich menus of a channel with what is agreed about each. */
export function MenuTable(props: MenuTableProps) {
  const { menus, mayChange, mayDelete, editPath, onDelete, onRetry, onTaps } = props;
  const [open, setOpen] = useState<{ menu: ChannelMenu; anchor: HTMLElement }>();
  const isUpcoming = menus[0]?.state === 'upcoming';
  const date = `${isUpcoming ? t('Date to add') : t('Date added')} (${workspaceZoneLabel})`;
  const close = (): void => setOpen(undefined);
  const named = (menu: ChannelMenu): ReactNode => (
    <Named>
      <span className="picture">
        <MenuPicture {...menu.richmenu} width={PICTURE_PX} />
      </span>
      <span>
        <b>{menu.richmenu.name}</b>
        <Told menu={menu} onRetry={mayChange ? () => onRetry(menu) : undefined} />
      </span>
    </Named>
  );
  return (
    <>
      <Table>
        <thead>
          <tr>
            <th scope="col">{t('Rich menu')}</th>
            <th scope="col">{t('Menu bar label')}</th>
            <th scope="col">{t('Behavior')}</th>
            <th scope="col">{t('Target audience')}</th>
            <th scope="col" className="number">
              {t('Priority')}
            </th>
            <th scope="col" className="number">
              {date}
            </th>
            <th scope="col" aria-label={t('Actions')} />
          </tr>
        </thead>
        <tbody>
          {menus.map((menu) => (
            <tr key={menu.id}>
              <td>{named(menu)}</td>
              <td data-before="“" data-after="”">
                {menu.chatBarText}
              </td>
              <td data-before=" · ">{menu.selected ? t('Auto displayed') : t('Collapsed')}</td>
              <td data-before=" · ">{menu.default ? t('All users') : (menu.segment?.name ?? '')}</td>
              <td data-before={` · ${t('Priority')} `} className="number">
                {menu.priority}
              </td>
              <td
                data-before={`${isUpcoming ? t('From') : t('Since')} `}
                data-after={` ${workspaceZoneLabel}`}
                className="number"
              >
                {momentText(new Date((isUpcoming && menu.triggerTime) || menu.createdAt), WORKSPACE_ZONE)}
              </td>
              <td className="acts">
                {mayChange || mayDelete || onTaps ? (
                  <IconButton
                    size="small"
                    aria-label={t('Actions for %{name}', { name: menu.richmenu.name })}
                    aria-haspopup="menu"
                    onClick={({ currentTarget }) => setOpen({ menu, anchor: currentTarget })}
                  >
                    <MoreIcon fontSize="small" />
                  </IconButton>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {open ? (
        <Menu open anchorEl={open.anchor} onClose={close}>
          {mayChange ? (
            <MenuItem
              component={Link}
              to={editPath(open.menu)}
              disabled={open.menu.state === 'active'}
              onClick={close}
            >
              <ListItemIcon>
                <EditIcon fontSize="small" />
              </ListItemIcon>
              <ListItemText
                primary={t('Edit')}
                secondary={open.menu.state === 'active' ? t('Only upcoming ones can be edited') : undefined}
              />
            </MenuItem>
          ) : null}
          {onTaps ? (
            <MenuItem
              onClick={() => {
                close();
                onTaps(open.menu);
              }}
            >
              <ListItemIcon>
                <TouchIcon fontSize="small" />
              </ListItemIcon>
              <ListItemText primary={t('Taps')} />
            </MenuItem>
          ) : null}
          {(mayChange || onTaps) && mayDelete ? <Divider /> : null}
          {mayDelete ? (
            <MenuItem
              onClick={() => {
                close();
                onDelete(open.menu);
              }}
              sx={{ color: 'var(--danger)' }}
            >
              <ListItemIcon sx={{ color: 'inherit' }}>
                <DeleteIcon fontSize="small" />
              </ListItemIcon>
              <ListItemText primary={t('Delete')} />
            </MenuItem>
          ) : null}
        </Menu>
      ) : null}
    </>
  );
}

/** What the platform has of it, where that is worth saying; else the menu's shape. */
function Told({ menu, onRetry }: { menu: ChannelMenu; onRetry: (() => void) | undefined }) {
  const { lineState, lineFault, richmenu } = menu;
  const platform = channelLabelsThatCan('richMenus');
  if (menu.state === 'active' && lineFault !== null)
    return (
      <Fault>
        <ErrorIcon aria-hidden />
        <span>
          {t('Not linked at %{platform}: %{lineFault}', { platform, lineFault })}{' '}
          {onRetry ? (
            <Button
              size="small"
              onClick={onRetry}
              sx={{ p: 0, minWidth: 0, minHeight: 0, fontSize: 12, lineHeight: '18px' }}
            >
              {t('Try again')}
            </Button>
          ) : null}
        </span>
      </Fault>
    );
  const state = menu.state === 'active' ? waitingText(lineState ?? '', platform) : undefined;
  return (
    <>
      <span>{shapeText(richmenu.size, richmenu.pattern)}</span>
      {state ? <span>{state}</span> : null}
    </>
  );
}
