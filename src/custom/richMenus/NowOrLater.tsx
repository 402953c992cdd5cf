import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { zoneLabel } from '../../../schemas/model/zonedTime.ts';
import { zoneOf } from '../../resources/clock.ts';
import DateTimeEditor from '../../resources/fields/date-time/editor.tsx';
import type { EditorProps } from '../../resources/fieldKit/editorTypes.ts';
import { useRemountKey } from '../../resources/fieldKit/useSession.ts';
import { SegmentedChoices } from '../../resources/fields/shared/SegmentedChoices.tsx';
import { t } from '../../../schemas/texts/translate.ts';
import { PHONE } from '../../theme/tokens.ts';

/** Suggested times are at full half hours. */
const STEP_MS = 1_800_000;
const WHEN = [
  { value: false, label: t('Now') },
  { value: true, label: t('Custom') },
];

/** The choice, and the time that it asks for beside it. */
const Line = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'max-content 224px',
  gap: '8px 12px',
  // The label of both is above the choice only.
  '& > :nth-of-type(2)': { marginTop: 24 },
  [PHONE]: { gridTemplateColumns: 'minmax(0, 1fr)', '& > :nth-of-type(2)': { marginTop: 0 } },
});

/** Editor of a time that is empty for now. */
export default function NowOrLater(props: EditorProps<string>) {
  return <Choice key={useRemountKey(props.path)} {...props} />;
}

function Choice(props: EditorProps<string>) {
  const { value, onChange, onBlur } = props;
  // One of the two is always chosen.
  const fieldState = { ...props.fieldState, required: true };
  const [isLater, setLater] = useState(value !== undefined);
  const choose = (later: boolean): void => {
    setLater(later);
    onChange(later ? new Date((Math.floor(Date.now() / STEP_MS) + 2) * STEP_MS).toISOString() : undefined);
    onBlur();
  };
  // The description of the field is below both choices.
  const later = { ...props.field, title: t('Time'), description: zoneLabel(zoneOf(props.field)) };
  return (
    <Line>
      <SegmentedChoices
        fieldProps={{
          ...props,
          fieldState,
          id: `${props.id}-when`,
          value: isLater,
          onChange: (later) => choose(later === true),
        }}
        choices={WHEN}
      />
      {isLater ? <DateTimeEditor {...props} redundantLabel fieldState={fieldState} field={later} /> : null}
    </Line>
  );
}
