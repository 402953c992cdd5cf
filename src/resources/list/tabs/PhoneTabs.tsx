import ExpandMore from '@mui/icons-material/ExpandMore';
import MoreHoriz from '@mui/icons-material/MoreHoriz';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useNavigate } from 'react-router';
import type { TabItem } from './TabLine.tsx';
import { TEXT } from '../../../theme/text.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const Select = styled('span')({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  flex: '1 1 120px',
  minWidth: 0,
  gap: 8,
  height: 44,
  boxSizing: 'border-box',
  padding: '0 10px 0 12px',
  borderRadius: 6,
  border: '1px solid var(--frame)',
  ...TEXT.small,
  fontWeight: 600,
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > i': { fontStyle: 'normal', fontWeight: 400, color: 'var(--ink-3)' },
  '& > svg': { marginLeft: 'auto', fontSize: 18 },
  // Overlays the visible label; smaller text would make phones zoom.
  '& select': {
    ...{ position: 'absolute', inset: 0, width: '100%', opacity: 0, fontSize: 16, cursor: 'pointer' },
  },
  '&:has(select:focus-visible)': { outline: '2px solid var(--accent)', outlineOffset: 2 },
});

interface PhoneTabsProps {
  label: string;
  items: TabItem[];
}

/** A list's tabs as one select, with the menu of the current view. */
export const PhoneTabs = ({ label, items }: PhoneTabsProps) => {
  const navigate = useNavigate();
  const chosen = items.find((item) => item.isChosen);
  const { openMenu } = chosen ?? {};
  const text = ({ label: name, count, isChanged }: TabItem): string =>
    `${name}${count === undefined ? '' : ` (${count})`}${isChanged ? ` ${t('(changed)')}` : ''}`;
  return (
    <>
      <Select data-select>
        <select
          aria-label={label}
          value={chosen?.key ?? ''}
          onChange={({ target }) => {
            const item = items.find(({ key }) => key === target.value);
            if (item?.to === undefined) item?.choose?.();
            else void navigate(item.to);
          }}
        >
          {!chosen && <option value="">{t('Choose…')}</option>}
          {items.map((item) => (
            <option key={item.key} value={item.key}>
              {text(item)}
            </option>
          ))}
        </select>
        <span aria-hidden>
          {chosen ? `${chosen.label}${chosen.isChanged ? ` ${t('(changed)')}` : ''}` : t('Choose…')}
        </span>
        {chosen?.count !== undefined && <i aria-hidden>{chosen.count}</i>}
        <ExpandMore aria-hidden />
      </Select>
      {openMenu && (
        <IconButton
          aria-label={t('Actions for the view %{label}', { label: chosen?.label })}
          aria-haspopup="menu"
          onClick={(event) => openMenu(event.currentTarget)}
        >
          <MoreHoriz fontSize="small" />
        </IconButton>
      )}
    </>
  );
};
