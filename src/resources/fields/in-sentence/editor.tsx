import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { styled } from '@mui/material/styles';
import type { Choice } from '../../../../schemas/model/types.ts';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { type FieldValue, isBlank } from '../../fieldKit/types.ts';
import { useFormSession, useSessionValue } from '../../fieldKit/useSession.ts';

type Value = Choice['value'];

const Line = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 8,
  fontSize: 14,
  lineHeight: '20px',
});

const toText = (option: unknown): string => (typeof option === 'string' ? option : '');

/** A select in the middle of a sentence. */
export default function InSentenceEditor(props: EditorProps<Value>) {
  const { field, value, onChange, onBlur, fieldState, path } = props;
  const { hideWhileEmpty: list } = field.options;
  const session = useFormSession();
  const isShown = useSessionValue(
    () => typeof list !== 'string' || !isBlank(session.read([...path.slice(0, -1), list]) as FieldValue),
  );
  if (!isShown) return null;
  return (
    <FieldFrame fieldProps={props} hideLabel>
      {({ id, 'aria-labelledby': labelledBy, ...aria }) => (
        <Line>
          <span>{toText(field.options['before'])}</span>
          <Select<Value>
            size="small"
            labelId={labelledBy}
            name={field.name}
            readOnly={fieldState.readOnly}
            error={aria['aria-invalid']}
            value={value ?? ''}
            onBlur={onBlur}
            onChange={(event) => onChange(event.target.value)}
            SelectDisplayProps={{ id, 'aria-describedby': aria['aria-describedby'] }}
          >
            {(field.choices ?? []).map((choice) => (
              <MenuItem key={String(choice.value)} value={choice.value as string}>
                {choice.label}
              </MenuItem>
            ))}
          </Select>
          <span>{toText(field.options['after'])}</span>
        </Line>
      )}
    </FieldFrame>
  );
}
