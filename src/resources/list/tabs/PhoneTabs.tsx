import ExpandMore from '@mui/icons-material/ExpandMore';
import MoreHoriz from '@mui/icons-material/MoreHoriz';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useNavigate } from 'react-router';
import type { TabItem } from './TabLine.tsx';
import { t } from '../../../../schemas/texts/translate.ts';

const Select = styled('span')({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  flex: '1 1 120px',
  minWidth: 0,
  '& select': {
    appearance: 'none',
    width: '100%',
    height: 44,
    padding: '0 36px 0 12px',
    borderRadius: 6,
    border: '1px solid var(--frame)',
    background: 'var(--sheet)',
    color: 'var(--ink)',
    font: 'inherit',
    fontSize: 16,
    fontWeight: 500,
    textOverflow: 'ellipsis',
  },
  '& select:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: 2 },
  '& svg.down': { position: 'absolute', right: 10, pointerEvents: 'none', fontSize: 18 },
});

interface PhoneTabsProps {
  label: string;
  items: TabItem[];
}

/** The tabs of a list where there is no room for a line: one select, and the menu of the view that is chosen. */
export const PhoneTabs = ({ label, items }: PhoneTabsProps) => {
  const navigate = useNavigate();
  const chosen = items.find((item) => item.isChosen);
  const { openMenu } = chosen ?? {};
  const text = ({ label: name, count, isChanged }: TabItem): string =>
    `${name}${count === undefined ? '' : ` (${count})`}${isChanged ? ` ${t('(changed)')}` : ''}`;
  return (
    <>
      <Select>
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
        <ExpandMore className="down" aria-hidden />
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
