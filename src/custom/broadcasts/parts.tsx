import { styled } from '@mui/material/styles';
import { formatNumber } from '../../resources/format.ts';
import { TEXT } from '../../theme/text.ts';

export const Heading = styled('h2')({ margin: 0, fontSize: 14, lineHeight: '20px', fontWeight: 600 });
export const Section = styled('section')({
  padding: '16px 0',
  '& + &': { borderTop: '1px solid var(--line)' },
  '&:first-of-type': { paddingTop: 0 },
});
export const Large = styled('p')({
  margin: '4px 0 8px',
  ...TEXT.small,
  color: 'var(--ink-2)',
  '& b': { fontSize: 26, lineHeight: '32px', fontWeight: 600, color: 'var(--ink)', marginRight: 6 },
});
export const Pairs = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '6px 12px',
  margin: 0,
  ...TEXT.small,
  '& dt': { color: 'var(--ink-2)' },
  '& dd': { margin: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
});
export const Small = styled('p')({
  margin: '6px 0 0',
  ...TEXT.caption,
  color: 'var(--ink-3)',
  overflowWrap: 'anywhere',
});

const Track = styled('div')({
  display: 'flex',
  gap: 1,
  height: 8,
  borderRadius: 4,
  overflow: 'hidden',
  background: 'var(--press)',
  marginBottom: 8,
});

export interface Share {
  label: string;
  value: number;
  colour: string;
}

/** A stacked bar of shares; the text beside it has the same content. */
export const Bar = ({ label, shares, of }: { label: string; shares: Share[]; of: number }) => (
  <Track role="img" aria-label={label}>
    {shares.map((share) => (
      <span
        key={share.label}
        style={{ width: `${of === 0 ? 0 : (share.value / of) * 100}%`, background: share.colour }}
      />
    ))}
  </Track>
);

export const formatCount = (value: number): string => formatNumber(value);
