import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import { formatBytes } from '../../../../schemas/model/files.ts';
import type { FileRules } from '../../../../schemas/model/types/file.ts';
import { FILE_TYPES } from '../../../../schemas/model/fileTypes.ts';
import { t } from '../../../../schemas/texts/translate.ts';

export const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' });
export const Hint = styled('span')({
  fontSize: 12,
  lineHeight: '16px',
  color: 'var(--ink-2)',
});

/** Progress of an upload, with a cancel button. */
export function Progress({ share, title, onCancel }: { share: number; title: string; onCancel: () => void }) {
  const percent = Math.round(share * 100);
  return (
    <div style={{ display: 'flex', gap: 12, alignItems: 'center', alignSelf: 'stretch' }}>
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-label={t('Uploading %{title}', { title })}
        style={{ flex: 1 }}
      />
      <Hint role="status">{percent} %</Hint>
      <Button size="small" color="inherit" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </div>
  );
}

/** The `accept` attribute: MIME types and extensions. */
export const acceptAttribute = ({ types }: FileRules): string =>
  types.flatMap((type) => [type, ...FILE_TYPES[type].extensions.map((end) => `.${end}`)]).join(',');

/** Describes the file rules in one line. */
export function fileRulesText({ types, maxBytes, exact, least }: FileRules): string {
  const sizes = exact.map(({ width, height }) => `${width} × ${height}`).join(t(' or '));
  return [
    types.map((type) => FILE_TYPES[type].label).join(t(', ')),
    sizes || (least ? t('at least %{size}', { size: `${least.width} × ${least.height}` }) : ''),
    t('up to %{size}', { size: formatBytes(maxBytes) }),
  ]
    .filter(Boolean)
    .join(' · ');
}
