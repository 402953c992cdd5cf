import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { ChannelVerdict } from './verdict.ts';
import { VerdictSign } from './VerdictSign.tsx';
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

interface Told extends Pick<ChannelVerdict, 'tone'> {
  label: string;
  text: string;
  /** What it is about, in the form. */
  pointer?: string;
}

/** What is the same for all of them is said once. */
const saidOnce = (told: readonly Told[], all: string | undefined): readonly Told[] => {
  const [first, ...others] = told;
  const same = others.every(({ tone, text }) => tone === first?.tone && text === first.text);
  return all !== undefined && first && others.length > 0 && same ? [{ ...first, label: all }] : told;
};

/** What is said of what was made, line by line, with a way to the place. */
export function VerdictList({
  label,
  told,
  all,
  reveal,
  shows = (name) => t('Show %{name}', { name }),
  width,
  padding,
}: {
  label: string;
  told: readonly Told[];
  /** What all of them are called together. */
  all?: string;
  reveal: (pointer: string) => void;
  /** What the way to the place is called, by the line's label. */
  shows?: (label: string) => string;
  /** Pixels that the longest label takes. */
  width: number;
  padding: string;
}) {
  if (told.length === 0) return null;
  return (
    <List aria-label={label} style={{ padding }}>
      {saidOnce(told, all).map(({ label: name, tone, text, pointer }) => (
        <li
          key={`${name} ${pointer ?? text}`}
          style={{ gridTemplateColumns: `16px ${width}px minmax(0, 1fr)` }}
        >
          <span style={{ paddingTop: 1 }}>
            <VerdictSign tone={tone} silent />
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
