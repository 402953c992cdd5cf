import BackIcon from '@mui/icons-material/ChevronLeft';
import NextIcon from '@mui/icons-material/ChevronRight';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useNotify } from 'react-admin';
import { useState } from 'react';
import { messageOf } from '../../resources/changes/failures.ts';
import { useLiveRecord } from '../../resources/fieldKit/useLiveRecord.ts';
import { RecordPicker } from '../../resources/fields/reference/RecordPicker.tsx';
import type { Person } from '../usePerson.ts';
import { usePreviewPeople } from './usePreviewPeople.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Line = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto auto',
  alignItems: 'center',
  gap: 4,
  padding: '12px 24px 0',
});
const Note = styled('p')({
  margin: 0,
  padding: '6px 24px 0',
  ...TEXT.caption,
  color: 'var(--ink-3)',
  overflowWrap: 'anywhere',
});

/** A variable of a person without a value, and its fallback. */
export interface EmptyVariable {
  name: string;
  fallback: string | undefined;
}

interface Props {
  person: Person | null;
  onChange: (person: Person | null) => void;
  /** Variables of the messages that the person has no value for. */
  empty: EmptyVariable[];
}

/** Chooses the person whose values a preview shows: any person, or the recipients one after the other. */
export default function PreviewPerson({ person, onChange, empty }: Props) {
  const { values } = useLiveRecord();
  const people = usePreviewPeople(values);
  const notify = useNotify();
  const [isNobody, setNobody] = useState(false);
  const { index } = people;
  const showNext = async (by: 1 | -1): Promise<void> => {
    try {
      const next = await people.step(by);
      if (next) onChange(next);
      setNobody(!next && index === undefined);
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
  };
  const channelId = typeof values['channel'] === 'string' ? values['channel'] : '';
  return (
    <>
      <Line>
        <RecordPicker
          label={t('Preview with a person')}
          placeholder=""
          reference={{
            entity: 'profile',
            create: false,
            ...(channelId && { where: { channel: channelId } }),
          }}
          chosen={person ? [person] : []}
          multiple={false}
          onChoose={([chosen]) => {
            people.reset();
            setNobody(false);
            onChange((chosen as Person | undefined) ?? null);
          }}
        />
        <IconButton
          size="small"
          aria-label={t('Previous person')}
          title={t('Previous person')}
          disabled={index === undefined || index === 0}
          onClick={() => void showNext(-1)}
        >
          <BackIcon fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          aria-label={t('Next person')}
          title={t('Next person')}
          disabled={index !== undefined && people.isEnd(index)}
          onClick={() => void showNext(1)}
        >
          <NextIcon fontSize="small" />
        </IconButton>
      </Line>
      <Note role="status">
        {isNobody ? t('Nobody who is known here would get it.') : null}
        {person && empty.length > 0
          ? t('No value: %{empty}', { empty: empty.map(emptyText).join(t(', ')) })
          : null}
      </Note>
    </>
  );
}

const emptyText = ({ name, fallback }: EmptyVariable): string => {
  if (fallback === undefined) return t('{{%{name}}} stays as it is', { name });
  return fallback === ''
    ? t('{{%{name}}} is left out', { name })
    : t('{{%{name}}} reads “%{fallback}”', { name, fallback });
};
