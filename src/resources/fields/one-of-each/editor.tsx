import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import type { Choice } from '../../../../schemas/model/types.ts';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { groupChoices } from './groups.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';

const Groups = styled('div')({ display: 'grid', gap: 16 });
const Row = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '160px minmax(0, 1fr)',
  alignItems: 'center',
  gap: '4px 16px',
  '& > p': {
    gridColumn: 2,
    margin: 0,
    ...TEXT.caption,
    color: 'var(--ink-3)',
  },
  '& > label': { ...TEXT.small, fontWeight: 500 },
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)', '& > p': { gridColumn: 1 } },
}));

/** As wide as its words ask for, except on phones. */
const SELECT = { maxWidth: { sm: 320 } } as const;

/** No choice of the group. */
const NONE = '';

/** A select for each group of choices, such as a role for each product, with the description of the chosen one. */
export default function OneOfEachEditor(props: EditorProps<string[]>) {
  const { field, id, value = [], onChange, onBlur, fieldState } = props;
  const baseId = useId();
  const groups = groupChoices(field);
  const choose = (group: Choice[], chosen: string): void => {
    const others = value.filter((one) => !group.some((choice) => choice.value === one));
    const next = chosen === NONE ? others : [...others, chosen];
    onChange(next.length > 0 ? next : undefined);
  };
  return (
    <FieldFrame fieldProps={props} group includeNestedErrors>
      {(aria) => (
        <Groups
          role="group"
          aria-labelledby={aria['aria-labelledby']}
          aria-describedby={aria['aria-describedby']}
        >
          {[...groups].map(([group, choices], at) => {
            const chosen = choices.find((choice) => value.includes(String(choice.value)));
            return (
              <Row key={group}>
                <label id={`${baseId}-${at}`}>{group}</label>
                <Select
                  fullWidth
                  displayEmpty
                  labelId={`${baseId}-${at}`}
                  readOnly={fieldState.readOnly}
                  error={aria['aria-invalid']}
                  value={chosen?.value ?? NONE}
                  onBlur={onBlur}
                  onChange={(event) => choose(choices, String(event.target.value))}
                  SelectDisplayProps={{
                    id: at === 0 ? id : `${id}_${at}`,
                    'aria-describedby': chosen?.description && `${baseId}-${at}-says`,
                  }}
                  sx={chosen ? SELECT : { ...SELECT, color: 'var(--ink-3)' }}
                >
                  <MenuItem value={NONE}>{t('No access')}</MenuItem>
                  {choices.map((choice) => (
                    <MenuItem key={String(choice.value)} value={choice.value as string}>
                      {choice.label}
                    </MenuItem>
                  ))}
                </Select>
                {chosen?.description ? <p id={`${baseId}-${at}-says`}>{chosen.description}</p> : null}
              </Row>
            );
          })}
        </Groups>
      )}
    </FieldFrame>
  );
}
