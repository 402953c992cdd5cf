import Autocomplete from '@mui/material/Autocomplete';
import Chip from '@mui/material/Chip';
import TextField from '@mui/material/TextField';
import { useEffect, useState } from 'react';
import type { Choice } from '../../../../schemas/model/types.ts';
import { Counter } from '../../fieldKit/Counter.tsx';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import { isSaveKey } from '../../fieldKit/isSaveKey.ts';
import { useFieldError, useFormSession } from '../../fieldKit/useSession.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { useComboboxEnter } from '../shared/useComboboxEnter.ts';
import { TAG_SEPARATORS, textAfterListPaste } from './pastedTags.ts';
import { useTagsInUse } from './useTagsInUse.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const tagsOf = (values: readonly string[]): string[] => [
  ...new Set(values.map((value) => value.trim()).filter(Boolean)),
];

const normalize = (text: string): string => text.trim().toLowerCase();

/** The choice whose value or label a text is. */
const choiceNamed = (text: string, choices: readonly Choice[]): Choice | undefined =>
  choices.find(({ value, label }) =>
    [String(value), label].some((name) => normalize(name) === normalize(text)),
  );

/** The tag that a typed text stands for: itself, or the choice that is called so; undefined where none is. */
function tagFor(text: string, choices: readonly Choice[] | undefined): string | undefined {
  if (!choices) return text;
  const choice = choiceNamed(text, choices);
  return choice && String(choice.value);
}

/** The choices that Enter takes the first of: the one that is called so, else those whose label holds the text. */
function choicesFor(text: string, choices: readonly Choice[]): Choice[] {
  const named = choiceNamed(text, choices);
  return named ? [named] : choices.filter(({ label }) => normalize(label).includes(normalize(text)));
}

/** What is said of texts that are none of the choices; they stay in the input and are not sent. */
const noChoice = (texts: string[]): string => {
  const named = texts.map((text) => `“${text}”`).join(t(', '));
  return t(
    texts.length === 1
      ? '%{named} is none of the choices. Choose from the list or remove the text.'
      : '%{named} are none of the choices. Choose from the list or remove the text.',
    { named },
  );
};

/** Short texts, each closed with Enter or a comma; pasted lists fall apart into tags. */
export default function TagsEditor(props: EditorProps<string[]>) {
  const { field, value = [], onChange, onBlur, fieldState, pointer } = props;
  const session = useFormSession();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const inUse = useTagsInUse(field, pointer, typed, isOpen);
  const { choices } = field.item ?? {};
  const labelOf = (tag: string): string =>
    choices?.find((choice) => String(choice.value) === tag)?.label ?? tag;
  const add = (text: string): void => {
    const texts = tagsOf(text.split(TAG_SEPARATORS));
    const tags = tagsOf([...value, ...texts.flatMap((name) => tagFor(name, choices) ?? [])]);
    const unmatched = texts.filter((name) => tagFor(name, choices) === undefined);
    if (tags.length > value.length) onChange(tags);
    setTyped(unmatched.join(', '));
    session.block(pointer, unmatched.length > 0 ? noChoice(unmatched) : undefined);
  };
  const follow = (text: string): void => {
    setTyped(text);
    session.block(pointer, undefined);
  };
  useEffect(() => () => session.block(pointer, undefined), [session, pointer]);
  const onEnter = useComboboxEnter<Choice>({
    // Free tags need no match: the input adds what is typed.
    typed: choices ? typed : '',
    options: choicesFor(typed, choices ?? []),
    titleOf: ({ label }) => label,
    isTaken: (choice) => value.includes(String(choice.value)),
    take: (choice) => add(String(choice.value)),
    open: () => setOpen(true),
  });
  return (
    <FieldFrame widget={props} deep aside={<Counter used={value.length} limit={fieldState.maxItems} />}>
      {({ id, ...aria }) => (
        <Autocomplete
          multiple
          freeSolo={choices === undefined}
          id={id}
          size="small"
          options={choices?.map((choice) => String(choice.value)) ?? inUse}
          filterSelectedOptions
          open={isOpen}
          onOpen={() => setOpen(true)}
          onClose={() => setOpen(false)}
          getOptionLabel={labelOf}
          disableCloseOnSelect={choices !== undefined}
          value={value}
          inputValue={typed}
          readOnly={fieldState.readOnly}
          onInputChange={(_, text, reason) => {
            if (reason === 'input' && TAG_SEPARATORS.test(text)) add(text);
            // What is being typed outlasts a value that comes.
            else if (!['selectOption', 'removeOption', 'reset', 'blur'].includes(reason)) follow(text);
          }}
          onChange={(_, chosen) => {
            onChange(chosen.length > 0 ? tagsOf(chosen) : undefined);
            follow('');
          }}
          {...onEnter}
          onKeyDown={(event) => {
            onEnter.onKeyDown(event);
            // What is sent is what is seen: a tag that was typed but not closed yet is one.
            if (isSaveKey(event) && typed.trim()) add(typed);
          }}
          onPaste={(event) => {
            const list = textAfterListPaste(event);
            if (list !== undefined) add(list);
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
                  tag={labelOf(tag)}
                  pointer={`${pointer}/${index}`}
                  onDelete={fieldState.readOnly ? undefined : onDelete}
                />
              );
            })
          }
          renderInput={(params) => (
            <TextField
              {...params}
              placeholder={
                value.length === 0
                  ? (field.placeholder ?? (choices ? t('Choose…') : t('Type and press Enter')))
                  : undefined
              }
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
