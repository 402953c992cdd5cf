import Autocomplete from '@mui/material/Autocomplete';
import Chip from '@mui/material/Chip';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Counter } from '../../form/fields/Counter.tsx';
import { FieldFrame } from '../../form/fields/FieldFrame.tsx';
import { isSaveKey } from '../../form/useFormKeys.ts';
import { useFieldError } from '../../form/useSession.ts';
import type { EditorProps } from '../editorTypes.ts';

const tagsOf = (values: readonly string[]): string[] => [
  ...new Set(values.map((value) => value.trim()).filter(Boolean)),
];

/** Short texts, each closed with Enter or a comma; pasted lists fall apart into tags. */
export default function TagsEditor(props: EditorProps<string[]>) {
  const { field, value = [], onChange, onBlur, state, pointer } = props;
  const [typed, setTyped] = useState('');
  const add = (text: string): void => {
    const tags = tagsOf([...value, ...text.split(/[,\n]/)]);
    if (tags.length > value.length) onChange(tags);
    setTyped('');
  };
  return (
    <FieldFrame widget={props} deep aside={<Counter used={value.length} limit={state.maxItems} />}>
      {({ id, ...aria }) => (
        <Autocomplete
          multiple
          freeSolo
          id={id}
          size="small"
          options={(field.item?.choices ?? []).map((choice) => String(choice.value))}
          value={value}
          inputValue={typed}
          readOnly={state.readOnly}
          onInputChange={(_, text, reason) => {
            if (reason === 'input' && /[,\n]/.test(text)) add(text);
            else if (reason !== 'selectOption' && reason !== 'removeOption') setTyped(text);
          }}
          onChange={(_, chosen) => {
            onChange(chosen.length > 0 ? tagsOf(chosen) : undefined);
            setTyped('');
          }}
          onKeyDown={(event) => {
            // What is sent is what is seen: a tag that was typed but not closed yet is one.
            if (isSaveKey(event) && typed.trim()) add(typed);
          }}
          onBlur={() => {
            if (typed.trim()) add(typed);
            onBlur();
          }}
          renderValue={(tags, getItemProps) =>
            tags.map((tag, index) => {
              const { key, onDelete, ...item } = getItemProps({ index });
              return (
                <TagChip
                  key={key}
                  {...item}
                  tag={tag}
                  pointer={`${pointer}/${index}`}
                  onDelete={state.readOnly ? undefined : onDelete}
                />
              );
            })
          }
          renderInput={(params) => (
            <TextField
              {...params}
              placeholder={value.length === 0 ? (field.placeholder ?? 'Type and press Enter') : undefined}
              error={aria['aria-invalid']}
              slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, ...aria } }}
            />
          )}
        />
      )}
    </FieldFrame>
  );
}

interface TagChipProps {
  tag: string;
  pointer: string;
  className: string;
  disabled: boolean;
  'data-item-index': number;
  tabIndex: -1;
  onDelete: ((event: unknown) => void) | undefined;
}

function TagChip({ tag, pointer, ...item }: TagChipProps) {
  const error = useFieldError(pointer);
  return (
    <Chip
      {...item}
      size="small"
      label={tag}
      title={error}
      color={error ? 'error' : 'default'}
      variant={error ? 'outlined' : 'filled'}
    />
  );
}
