import { styled } from '@mui/material/styles';
import type { ConsoleEntity } from '../../product.ts';
import { useSiblings } from './leadingTabs.ts';
import { TabLine } from './TabLine.tsx';
import { t } from '../../../../schemas/texts/translate.ts';

const Edges = styled('div')({ margin: '-8px calc(-1 * var(--edge)) 20px' });

interface SiblingTabsProps {
  beside: ConsoleEntity;
  /** Name of the form or panel that is shown. */
  chosen: string;
}

/** The tabs of a list, above what stands beside it: a form or a panel. */
export const SiblingTabs = ({ beside, chosen }: SiblingTabsProps) => (
  <Edges data-whole>
    <TabLine
      label={t('Lists')}
      items={useSiblings(beside).map(({ name, label, path }) => ({
        key: name,
        label,
        isChosen: name === chosen,
        to: path,
      }))}
    />
  </Edges>
);
