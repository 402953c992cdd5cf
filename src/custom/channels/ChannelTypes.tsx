import { styled } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { ChannelMark } from '../../channels/ChannelMark.tsx';
import type { EditorProps } from '../../resources/fieldKit/editorTypes.ts';
import { FieldFrame } from '../../resources/fieldKit/FieldFrame.tsx';

const Tiles = styled(ToggleButtonGroup)(({ theme }) => ({
  display: 'grid',
  width: '100%',
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  gap: 8,
  padding: 0,
  background: 'none',
  [theme.breakpoints.down('sm')]: {
    // In two lines, where segments share one.
    ...{ display: 'grid', grid: 'auto-flow auto / repeat(2, minmax(0, 1fr))' },
    ...{ gap: 8, background: 'none', boxShadow: 'none' },
  },
  '&& .MuiToggleButton-root': {
    flexDirection: 'column',
    gap: 8,
    height: 'auto',
    margin: 0,
    padding: '14px 8px 12px',
    border: '1px solid var(--frame)',
    borderRadius: 8,
    background: 'none',
    color: 'var(--ink)',
    textTransform: 'none',
    '&:hover': { borderColor: 'var(--field)', background: 'var(--hover)' },
    '&.Mui-selected': { borderColor: 'var(--accent)', boxShadow: '0 0 0 1px var(--accent)' },
    '& > span[aria-hidden]': { width: 24, height: 24, borderRadius: 6, fontSize: 13, lineHeight: '24px' },
  },
}));

/** Editor of a channel's type: tiles with the mark of each type. */
export default function ChannelTypes(props: EditorProps<string>) {
  const { field, value, onChange, onBlur, fieldState } = props;
  return (
    <FieldFrame fieldProps={props} group wide>
      {({ 'aria-invalid': _, 'aria-required': __, ...aria }) => (
        <Tiles
          {...aria}
          tabIndex={-1}
          exclusive
          disabled={fieldState.readOnly}
          value={value ?? null}
          onBlur={onBlur}
          onChange={(_event, chosen: string | null) => {
            if (chosen !== null) onChange(chosen);
          }}
        >
          {(field.choices ?? []).map((choice) => (
            <ToggleButton key={String(choice.value)} value={choice.value}>
              <ChannelMark type={String(choice.value)} />
              {choice.label}
            </ToggleButton>
          ))}
        </Tiles>
      )}
    </FieldFrame>
  );
}
