import { styled } from '@mui/material/styles';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../authProvider/AccessContext.ts';
import { listTabs } from '../menu/menuModel.ts';
import { pathOf } from '../paths.ts';
import { type ConsoleEntity, product } from '../product.ts';

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 20,
  borderBottom: `1px solid ${(theme.vars ?? theme).palette.divider}`,
}));
const Tab = styled(Link)(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  return {
    padding: '9px 0',
    marginBottom: -1,
    borderBottom: '2px solid transparent',
    color: palette.text.secondary,
    fontWeight: 500,
    textDecoration: 'none',
    '&:hover': { color: palette.text.primary },
    '&[aria-selected=true]': { color: palette.text.primary, borderBottomColor: palette.primary.main },
  };
});

/** The lists that stand beside each other as tabs (`x-entity.tabOf`); nothing where there is only one. */
export const ListTabs = ({ model }: { model: ConsoleEntity }) => {
  const may = useMay();
  const tabs = useMemo(
    () => listTabs(product.entities, model, (entity) => may(entity, 'list')),
    [model, may],
  );
  if (tabs.length < 2) return null;
  return (
    <Bar role="tablist" aria-label="Lists">
      {tabs.map((one) => (
        <Tab key={one.name} role="tab" aria-selected={one.name === model.name} to={pathOf(one, 'list')}>
          {one.plural}
        </Tab>
      ))}
    </Bar>
  );
};
