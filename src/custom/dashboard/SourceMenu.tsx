import ExpandMore from '@mui/icons-material/ExpandMore';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import type { MessageSource } from '../../dataProvider/dashboardVerbs.ts';
import { SOURCES } from './filterModel.ts';
import { PHONE } from '../../theme/tokens.ts';
import { t } from '../../../schemas/texts/translate.ts';

interface SourceMenuProps {
  value: readonly MessageSource[];
  onChange: (sources: MessageSource[]) => void;
}

const formatSources = (value: readonly MessageSource[]): string => {
  if (value.length === SOURCES.length) return t('All sources');
  const labels = SOURCES.filter(({ id }) => value.includes(id)).map(({ label }) => label);
  return labels.length === 0 ? t('No source') : labels.join(t(', '));
};

/** Menu of the message sources that are counted. */
export const SourceMenu = ({ value, onChange }: SourceMenuProps) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const isPhone = useMediaQuery(PHONE);
  const toggle = (id: MessageSource): void =>
    onChange(SOURCES.map((source) => source.id).filter((one) => (one === id) !== value.includes(one)));
  return (
    <>
      <Button
        size="small"
        color="inherit"
        endIcon={<ExpandMore />}
        aria-label={t('Message sources: %{sources}', { sources: formatSources(value) })}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ py: 0, minHeight: 24, height: 24, fontWeight: 400, color: 'var(--ink-3)', minWidth: 0 }}
      >
        {isPhone && value.length === SOURCES.length ? t('All') : formatSources(value)}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== undefined} onClose={() => setAnchor(undefined)}>
        {SOURCES.map(({ id, label }) => (
          <MenuItem
            key={id}
            role="menuitemcheckbox"
            aria-checked={value.includes(id)}
            onClick={() => toggle(id)}
          >
            <Checkbox
              checked={value.includes(id)}
              tabIndex={-1}
              size="small"
              sx={{ p: 0, mr: 1 }}
              slotProps={{ input: { 'aria-hidden': true } }}
            />
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
