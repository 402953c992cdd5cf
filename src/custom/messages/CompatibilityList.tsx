import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { ChannelCompatibility } from './compatibility.ts';
import { CompatibilityIcon } from './CompatibilityIcon.tsx';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  '& li': {
    display: 'grid',
    gap: 8,
    padding: '7px 0',
    ...TEXT.caption,
    color: 'var(--ink-2)',
  },
  '& li + li': { borderTop: '1px solid var(--line)' },
  '& b': { fontWeight: 500, color: 'var(--ink)' },
});

interface CompatibilityItem extends Pick<ChannelCompatibility, 'tone'> {
  label: string;
  text: string;
  /** Pointer into the form. */
  pointer?: string;
}

/** Merges items that are the same for all channels. */
const mergeEqual = (
  items: readonly CompatibilityItem[],
  all: string | undefined,
): readonly CompatibilityItem[] => {
  const [first, ...others] = items;
  const isSame = others.every(({ tone, text }) => tone === first?.tone && text === first.text);
  return all !== undefined && first && others.length > 0 && isSame ? [{ ...first, label: all }] : items;
};

/** The compatibility of a draft, line by line, with links to the fields. */
export function CompatibilityList({
  label,
  issues,
  all,
  reveal,
  shows = (name) => t('Show %{name}', { name }),
  width,
  padding,
}: {
  label: string;
  issues: readonly CompatibilityItem[];
  /** Label of the merged item. */
  all?: string;
  reveal: (pointer: string) => void;
  /** Accessible name of a link, by the item's label. */
  shows?: (label: string) => string;
  /** Width of the longest label, in pixels. */
  width: number;
  padding: string;
}) {
  if (issues.length === 0) return null;
  return (
    <List aria-label={label} style={{ padding }}>
      {mergeEqual(issues, all).map(({ label: name, tone, text, pointer }) => (
        <li
          key={`${name} ${pointer ?? text}`}
          style={{ gridTemplateColumns: `16px ${width}px minmax(0, 1fr)` }}
        >
          <span style={{ paddingTop: 1 }}>
            <CompatibilityIcon tone={tone} silent />
          </span>
          <b>{name}</b>
          <span>
            {text}
            {pointer === undefined ? null : (
              <>
                {' '}
                <Button
                  size="small"
                  aria-label={shows(name)}
                  onClick={() => reveal(pointer)}
                  sx={{
                    p: 0,
                    minWidth: 0,
                    minHeight: 0,
                    ...TEXT.caption,
                    verticalAlign: 'baseline',
                    color: 'var(--accent-text)',
                    textDecoration: 'underline',
                  }}
                >
                  {t('Show')}
                </Button>
              </>
            )}
          </span>
        </li>
      ))}
    </List>
  );
}
