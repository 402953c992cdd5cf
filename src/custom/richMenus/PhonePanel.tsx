import { styled } from '@mui/material/styles';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useRecordContext } from 'react-admin';
import { useMemo, useState } from 'react';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { formatBytes, type StoredFile } from '../../../schemas/model/files.ts';
import { PATTERNS, type MenuSize, type Pattern } from '../../../schemas/richMenus/patterns.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { useReferenceTitles } from '../../resources/fields/reference/useReferenceTitles.ts';
import { toLetters } from '../../resources/fieldKit/toLetters.ts';
import { usePanelStatus } from '../../resources/fieldKit/panelStatus.ts';
import { useLiveErrors, useLiveRecord, useMissingValues } from '../../resources/fieldKit/useLiveRecord.ts';
import { ChannelMark } from '../../channels/ChannelMark.tsx';
import { channelLabelOf } from '../../channels/registry.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import { useSenderName } from '../messages/useSenderName.ts';
import { CompatibilityList } from '../messages/CompatibilityList.tsx';
import { MenuPhone } from './MenuPhone.tsx';
import type { AreaItem } from './areasModel.ts';
import { richMenuType } from './richMenuType.ts';
import { t } from '../../../schemas/texts/translate.ts';

const MenuTaps = lazyComponent(() => import('./taps/MenuTaps.tsx').then((it) => it.MenuTaps));

const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 44,
  margin: 'calc(-1 * var(--pad-top, 16px)) calc(-1 * var(--pad, 16px)) 16px',
  padding: '4px var(--pad, 16px)',
  borderBottom: '1px solid var(--line)',
  background: 'var(--sheet)',
  fontSize: 13,
  '& > b': { fontWeight: 500 },
  '& > i': { flex: 1, fontStyle: 'normal', color: 'var(--ink-3)' },
});
interface MenuIssue {
  label: string;
  tone: 'success' | 'danger' | 'neutral';
  text: string;
  pointer?: string;
}

/** Preview of the menu on a phone, with missing values below. */
export function PhonePanel() {
  const { values, shownErrors, reveal } = useLiveRecord();
  const type = richMenuType();
  const label = channelLabelOf(type);
  const sender = useSenderName(type);
  const faults = useLiveErrors();
  const missingValues = useMissingValues();
  const [isOpen, setOpen] = useState(true);
  const [isCounting, setCounting] = useState(false);
  const stored = useRecordContext<EntityRecord & { name: string }>();
  const may = useMay();
  const size = (values['size'] ?? 'original') as MenuSize;
  const patternName = (values['pattern'] ?? 'L1') as Pattern;
  const pattern = patternName in PATTERNS ? patternName : 'L1';
  const areas = (values['areas'] ?? []) as unknown as AreaItem[];
  const image = values['image'] as unknown as StoredFile | string | null | undefined;
  const file = typeof image === 'object' ? (image ?? undefined) : undefined;
  const templates = areas.flatMap(({ action }) =>
    typeof action?.['templateName'] === 'string' ? [action['templateName']] : [],
  );
  const titles = useReferenceTitles('template', templates);
  // An error of the picture is the form's: it may be about a refused file, which the record does not have.
  const imageFault = shownErrors['/image'] ?? faults['/image'];
  const issues = useMemo(
    () => findIssues(pattern, faults, missingValues, file, imageFault),
    [pattern, faults, missingValues, file, imageFault],
  );
  const tones = new Set(issues.map((one) => one.tone));
  const tone = tones.has('danger') ? 'danger' : tones.has('neutral') ? 'neutral' : 'success';
  usePanelStatus(useMemo(() => [{ label, tone }], [label, tone]));
  return (
    <>
      <Head>
        <ChannelMark type={type} />
        <b>{label}</b>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t('Menu')}
          sx={{ ml: 'auto' }}
          value={isOpen}
          onChange={(_, next: boolean | null) => {
            if (next !== null) setOpen(next);
          }}
        >
          <ToggleButton value={true}>{t('Open')}</ToggleButton>
          <ToggleButton value={false}>{t('Collapsed')}</ToggleButton>
        </ToggleButtonGroup>
      </Head>
      <MenuPhone
        type={type}
        size={size}
        pattern={pattern}
        source={file?.url}
        areas={areas}
        label={t('Menu')}
        sender={sender}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
        titleOf={titles}
      />
      <CompatibilityList
        label={t('What is missing')}
        issues={issues}
        reveal={reveal}
        width={60}
        padding="12px 0 0"
      />
      {stored && may('message', 'list') ? (
        <Button size="small" variant="outlined" sx={{ mt: 1.5 }} onClick={() => setCounting(true)}>
          {t('Where people tap')}
        </Button>
      ) : null}
      {stored && isCounting ? <MenuTaps menu={stored} onClose={() => setCounting(false)} /> : null}
    </>
  );
}

function findIssues(
  pattern: Pattern,
  faults: Record<string, string>,
  missingValues: Record<string, string>,
  file: StoredFile | undefined,
  fault: string | undefined,
): MenuIssue[] {
  const undone: { letter: string; title: string; pointer: string }[] = [];
  const wrong = PATTERNS[pattern].areas.flatMap((_, index): MenuIssue[] => {
    const own = Object.keys(faults).filter(
      (at) => at === `/areas/${index}` || at.startsWith(`/areas/${index}/`),
    );
    const pointer = own.toSorted((a, b) => b.length - a.length)[0];
    if (pointer === undefined) return [];
    const title = missingValues[pointer];
    if (title === undefined)
      return [
        {
          label: t('Area %{index}', { index: toLetters(index) }),
          tone: 'danger',
          text: `${faults[pointer]}.`,
          pointer,
        },
      ];
    undone.push({ letter: toLetters(index), title, pointer });
    return [];
  });
  // Areas that lack the same value are one line.
  const areas = [
    ...wrong,
    ...[...new Set(undone.map(({ title }) => title))].flatMap((title): MenuIssue[] => {
      const alike = undone.filter((one) => one.title === title);
      const [first, ...others] = alike;
      if (!first) return [];
      const letters = formatRanges(alike.map(({ letter }) => letter));
      return [
        others.length === 0
          ? {
              label: t('Area %{letter}', { letter: first.letter }),
              tone: 'neutral',
              text: t('Still to do: %{title}.', { title }),
              pointer: first.pointer,
            }
          : {
              label: t('Areas %{letters}', { letters }),
              tone: 'neutral',
              text: t('Still to do: %{title}.', { title }),
              pointer: first.pointer,
            },
      ];
    }),
  ];
  const image: MenuIssue =
    fault === undefined && file
      ? {
          label: t('Image'),
          tone: 'success',
          text: t('Right size, %{size} of 1 MB.', { size: formatBytes(file.size) }),
        }
      : '/image' in missingValues
        ? { label: t('Image'), tone: 'neutral', text: t('Still to do.'), pointer: '/image' }
        : {
            label: t('Image'),
            tone: 'danger',
            text: `${fault ?? t('Image is required')}.`,
            pointer: '/image',
          };
  return [...areas, image];
}

/** Joins letters, with ranges of neighbours: "A, C–F". */
const formatRanges = (letters: string[]): string => {
  const ranges: string[][] = [];
  for (const letter of letters) {
    const last = ranges.at(-1);
    if (last?.at(-1)?.charCodeAt(0) === letter.charCodeAt(0) - 1) last.push(letter);
    else ranges.push([letter]);
  }
  return ranges.map((one) => (one.length > 2 ? `${one[0]}–${one.at(-1)}` : one.join(t(', ')))).join(t(', '));
};
