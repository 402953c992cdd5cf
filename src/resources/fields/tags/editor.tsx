import Autocomplete from '@mui/material/Autocomplete';
import Chip from '@mui/material/Chip';
import TextField from '@mui/material/TextField';
import { useEffect, useState } from 'react';
import { PHONE } from '../../../theme/tokens.ts';
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

const normalizeTags = (values: readonly string[]): string[] => [
  ...new Set(values.map((value) => value.trim()).filter(Boolean)),
];

const normalize = (text: string): string => text.trim().toLowerCase();

/** The choice whose value or label a text is. */
const findChoice = (text: string, choices: readonly Choice[]): Choice | undefined =>
  choices.find(({ value, label }) =>
    [String(value), label].some((name) => normalize(name) === normalize(text)),
  );

/** The value of the choice whose value or label was typed, undefined where none matches; without choices, the text. */
function findChoiceValue(text: string, choices: readonly Choice[] | undefined): string | undefined {
  if (!choices) return text;
  const choice = findChoice(text, choices);
  return choice && String(choice.value);
}

/** Choices by relevance for Enter: the one of that name, else those whose label contains the text. */
function matchingChoices(text: string, choices: readonly Choice[]): Choice[] {
  const named = findChoice(text, choices);
  return named ? [named] : choices.filter(({ label }) => normalize(label).includes(normalize(text)));
}

/** The error for texts that match no choice; they stay in the input and are not sent. */
const unknownChoiceMessage = (texts: string[]): string => {
  const named = texts.map((text) => `“${text}”`).join(t(', '));
  return t(
    texts.length === 1
      ? '%{named} is none of the choices. Choose from the list or remove the text.'
      : '%{named} are none of the choices. Choose from the list or remove the text.',
    { named },
  );
};

/** The chips have buttons of their own; without this one the text cursor has room beside them. */
const WITHOUT_CLEAR_BUTTON_ON_PHONES = {
  [PHONE]: {
    '& .MuiAutocomplete-endAdornment': { display: 'none' },
    '&& .MuiAutocomplete-inputRoot.MuiOutlinedInput-root': { paddingRight: '6px' },
  },
};

/** Short texts, each ended by Enter or a comma; a pasted list becomes tags. */
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
    const texts = normalizeTags(text.split(TAG_SEPARATORS));
    const tags = normalizeTags([...value, ...texts.flatMap((name) => findChoiceValue(name, choices) ?? [])]);
    const unmatched = texts.filter((name) => findChoiceValue(name, choices) === undefined);
    if (tags.length > value.length) onChange(tags);
    setTyped(unmatched.join(', '));
    session.setBlockingError(pointer, unmatched.length > 0 ? unknownChoiceMessage(unmatched) : undefined);
  };
  const updateTyped = (text: string): void => {
    setTyped(text);
    session.setBlockingError(pointer, undefined);
  };
  useEffect(() => () => session.setBlockingError(pointer, undefined), [session, pointer]);
  const enterKeyProps = useComboboxEnter<Choice>({
    // Free tags need no matching: MUI adds the typed text.
    typed: choices ? typed : '',
    options: matchingChoices(typed, choices ?? []),
    titleOf: ({ label }) => label,
    isSelected: (choice) => value.includes(String(choice.value)),
    select: (choice) => add(String(choice.value)),
    open: () => setOpen(true),
  });
  return (
    <FieldFrame
      fieldProps={props}
      includeNestedErrors
      aside={<Counter used={value.length} limit={fieldState.maxItems} />}
    >
      {({ id, ...aria }) => (
        <Autocomplete
          multiple
          freeSolo={choices === undefined}
          sx={choices === undefined ? WITHOUT_CLEAR_BUTTON_ON_PHONES : undefined}
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
            // A value set from outside must not reset the typed text.
            else if (!['selectOption', 'removeOption', 'reset', 'blur'].includes(reason)) updateTyped(text);
          }}
          onChange={(_, chosen) => {
            onChange(chosen.length > 0 ? normalizeTags(chosen) : undefined);
            updateTyped('');
          }}
          {...enterKeyProps}
          onKeyDown={(event) => {
            enterKeyProps.onKeyDown(event);
            // Saving with the keyboard commits the typed text as a tag.
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
