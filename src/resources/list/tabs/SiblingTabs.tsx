import { styled } from '@mui/material/styles';
import type { ConsoleEntity } from '../../product.ts';
import { useSiblings } from './leadingTabs.ts';
import { TabLine } from './TabLine.tsx';
import { t } from '../../../../schemas/texts/translate.ts';

const FullWidth = styled('div')({ margin: '-8px calc(-1 * var(--edge)) 20px' });

interface SiblingTabsProps {
  model: ConsoleEntity;
  /** Name of the current form or panel. */
  chosen: string;
}

/** A list's sibling tabs, above a form or panel. */
export const SiblingTabs = ({ model, chosen }: SiblingTabsProps) => (
  <FullWidth data-whole>
    <TabLine
      label={t('Lists')}
      items={useSiblings(model).map(({ name, label, path }) => ({
        key: name,
        label,
        isChosen: name === chosen,
        to: path,
      }))}
    />
  </FullWidth>
);
