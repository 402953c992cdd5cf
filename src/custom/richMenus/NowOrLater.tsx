import { useState } from 'react';
import DateTimeEditor from '../../resources/fields/date-time/editor.tsx';
import type { EditorProps } from '../../resources/fieldKit/editorTypes.ts';
import { useRemountKey } from '../../resources/fieldKit/useSession.ts';
import { SegmentedChoices } from '../../resources/fields/shared/SegmentedChoices.tsx';
import { t } from '../../../schemas/texts/translate.ts';

/** Suggested times are at full half hours. */
const STEP_MS = 1_800_000;
const WHEN = [
  { value: false, label: t('Now') },
  { value: true, label: t('Custom') },
];

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
  const later = { ...props.field, title: t('Time'), description: undefined };
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: '8px 16px', alignItems: 'flex-start' }}>
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
      {isLater ? <DateTimeEditor {...props} fieldState={fieldState} field={later} /> : null}
    </div>
  );
}
