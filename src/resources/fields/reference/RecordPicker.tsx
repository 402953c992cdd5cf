import AddIcon from '@mui/icons-material/Add';
import Autocomplete from '@mui/material/Autocomplete';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { type UIEvent, useEffect, useState } from 'react';
import { recordTitle } from '../../../../schemas/model/fields.ts';
import type { EntityRecord, ReferenceModel } from '../../../../schemas/model/types.ts';
import { entityByName } from '../../product.ts';
import type { InputAria } from '../../fieldKit/FieldFrame.tsx';
import { MAX_SEARCH_UNITS } from '../../../../schemas/model/listCalls.ts';
import { useComboboxEnter } from '../shared/useComboboxEnter.ts';
import { CreateInlineDialog } from './CreateInlineDialog.tsx';
import { RecordSign, signField } from '../shared/RecordSign.tsx';
import { useReferenceOptions } from './useReferenceOptions.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** More options than the list box shows at once. */
const SCROLL_FROM_OPTIONS = 10;

const Sign = styled('span')({ display: 'flex', flex: 'none', margin: '0 2px 0 8px' });

interface RecordPickerProps {
  reference: ReferenceModel;
  /** Label in the frame of the input; omitted where the label is above it. */
  label?: string;
  placeholder?: string;
  /** The chosen records; at most one unless `multiple`. */
  chosen: EntityRecord[];
  multiple: boolean;
  readOnly?: boolean;
  aria?: Partial<InputAria>;
  /** The person may create a missing record in a dialog. */
  mayCreate?: boolean;
  onChoose: (records: EntityRecord[]) => void;
  onBlur?: () => void;
}

/** Pseudo options: "create a new one", and above it why there are no others. */
const CREATE = 'create';
const EMPTY = 'none';
type Option = EntityRecord | typeof CREATE | typeof EMPTY;

const chooseOne = (title: string): string =>
  /^[aeiou]/.test(title) ? t('Choose an %{title}', { title }) : t('Choose a %{title}', { title });

/** Searches the records of an entity and chooses one or several of them. */
export function RecordPicker(props: RecordPickerProps) {
  const { reference, label, chosen, multiple, aria = {}, onChoose } = props;
  const { readOnly = false, mayCreate = false, onBlur } = props;
  const model = entityByName(reference.entity);
  const {
    placeholder = multiple
      ? t('Add %{noun}', { noun: model.title.toLowerCase() })
      : chooseOne(model.title.toLowerCase()),
  } = props;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [creating, setCreating] = useState<string>();
  const options = useReferenceOptions(reference, typed, open);
  const { records, isLoading, error, hasMore, isStale, isStaleOption, loadMore } = options;
  const isSelected = ({ id }: EntityRecord): boolean => multiple && chosen.some((one) => one.id === id);
  const optionCount = records.filter((record) => !isSelected(record)).length;
  // Chosen options leave the list; a list too short to scroll would never load more.
  const isShort = open && hasMore && !isLoading && optionCount < SCROLL_FROM_OPTIONS;
  useEffect(() => {
    if (isShort) loadMore();
  }, [isShort, loadMore]);
  // Not offered alone while records load, when the first option would be taken for a record.
  const canCreate = mayCreate && (records.length > 0 || !isLoading);
  const isEmpty = canCreate && optionCount === 0 && !isLoading && Boolean(error ?? typed);
  const emptyText = error
    ? t('The list could not be loaded.')
    : typed
      ? t('No %{title} found', { title: model.title.toLowerCase() })
      : (reference.emptyText ?? t('None yet'));
  const titleOf = (option: Option): string =>
    typeof option === 'string' ? option : recordTitle(model, option);
  const choose = (value: Option | Option[] | null): void => {
    const selected = Array.isArray(value) ? value : value ? [value] : [];
    if (selected.includes(CREATE)) return setCreating(typed.trim());
    // Otherwise the input would keep showing the typed text.
    if (!multiple) setTyped('');
    onChoose(selected.filter((option) => typeof option !== 'string'));
  };
  const enterKeyProps = useComboboxEnter<EntityRecord>({
    typed,
    options: records.filter((record) => !isStaleOption(record)),
    titleOf,
    isSelected,
    // A match may be on a later page.
    isStale: isStale || (optionCount === 0 && !error && (isLoading || hasMore)),
    select: (record) => {
      onChoose(multiple ? [...chosen, record] : [record]);
      setTyped('');
      setOpen(multiple);
    },
    open: () => setOpen(true),
  });
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>): void => {
    const left = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight;
    if (left < 80) loadMore();
  };

  return (
    <>
      <Autocomplete<Option, boolean>
        id={aria.id}
        size="small"
        fullWidth
        multiple={multiple}
        readOnly={readOnly}
        open={open}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        value={multiple ? chosen : (chosen[0] ?? null)}
        onChange={(_, value) => choose(value)}
        inputValue={typed || (multiple || !chosen[0] ? '' : titleOf(chosen[0]))}
        onInputChange={(_, text, reason) => {
          // MUI resets the text when the chosen record loads, which must not discard what is typed.
          if (reason !== 'reset') setTyped(reason === 'input' ? text : '');
        }}
        {...enterKeyProps}
        onBlur={onBlur}
        filterSelectedOptions={multiple}
        disableCloseOnSelect={multiple}
        options={canCreate ? [...records, ...(isEmpty ? [EMPTY as Option] : []), CREATE] : records}
        filterOptions={(all) => all}
        getOptionKey={(option) => (typeof option === 'string' ? option : option.id)}
        getOptionLabel={titleOf}
        getOptionDisabled={(option) => option === EMPTY || (option !== CREATE && isStaleOption(option))}
        isOptionEqualToValue={(option, value) =>
          option === value ||
          (typeof option !== 'string' && typeof value !== 'string' && option.id === value.id)
        }
        loading={isLoading}
        noOptionsText={emptyText}
        renderOption={({ key, ...item }, option) => (
          <li key={key} {...item}>
            {option === CREATE ? (
              <>
                <AddIcon fontSize="small" sx={{ mr: 1 }} />
                {typed.trim()
                  ? t('Create “%{typed}”', { typed: typed.trim() })
                  : t('Create %{title}', { title: model.title.toLowerCase() })}
              </>
            ) : option === EMPTY ? (
              emptyText
            ) : (
              titleOf(option)
            )}
          </li>
        )}
        slotProps={{ listbox: { onScroll } }}
        renderInput={(params) => (
          <TextField
            {...params}
            label={label}
            placeholder={chosen.length === 0 ? placeholder : undefined}
            error={aria['aria-invalid']}
            slotProps={{
              ...params.slotProps,
              input: {
                ...params.slotProps.input,
                // A single record has its sign before its name.
                ...(!multiple && chosen[0] && !typed && signField(model)
                  ? {
                      startAdornment: (
                        <Sign>
                          <RecordSign model={model} record={chosen[0]} />
                        </Sign>
                      ),
                    }
                  : undefined),
              },
              htmlInput: {
                ...params.slotProps.htmlInput,
                maxLength: MAX_SEARCH_UNITS,
                'aria-describedby': aria['aria-describedby'],
                'aria-invalid': aria['aria-invalid'],
                'aria-labelledby': aria['aria-labelledby'],
              },
            }}
          />
        )}
      />
      {creating === undefined ? null : (
        <CreateInlineDialog
          model={model}
          suggestedName={creating}
          onClose={() => setCreating(undefined)}
          onCreated={(record) => {
            setCreating(undefined);
            onChoose(multiple ? [...chosen, record] : [record]);
          }}
        />
      )}
    </>
  );
}
