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

/** Options that are more than the list shows at once, so that it can be scrolled. */
const SCROLL_FROM_OPTIONS = 10;

const Sign = styled('span')({ display: 'flex', flex: 'none', margin: '0 2px 0 8px' });

interface RecordPickerProps {
  reference: ReferenceModel;
  /** Stands in the frame of the input; left out where the label is above it. */
  label?: string;
  placeholder?: string;
  /** Chosen records that are shown in the input; a single choice has at most one. */
  chosen: EntityRecord[];
  multiple: boolean;
  readOnly?: boolean;
  aria?: Partial<InputAria>;
  /** The person may make a missing record in place. */
  mayCreate?: boolean;
  onChoose: (records: EntityRecord[]) => void;
  onBlur?: () => void;
}

/** Stand among the options for "make a new one", and above it for why there are no others. */
const CREATE = 'create';
const NONE = 'none';
type Option = EntityRecord | typeof CREATE | typeof NONE;

const chooseOne = (title: string): string =>
  /^[aeiou]/.test(title) ? t('Choose an %{title}', { title }) : t('Choose a %{title}', { title });

/** Searches the records of an entity and chooses one or several of them. */
export function RecordPicker(props: RecordPickerProps) {
  const { reference, label, chosen, multiple, aria = {}, onChoose } = props;
  const { readOnly = false, mayCreate = false, onBlur } = props;
  const model = entityByName(reference.entity);
  const { placeholder = multiple ? t('Search…') : chooseOne(model.title.toLowerCase()) } = props;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [creating, setCreating] = useState<string>();
  const options = useReferenceOptions(reference, typed, open);
  const { records, isLoading, error, hasMore, isStale, isStaleOption, loadMore } = options;
  const isSelected = ({ id }: EntityRecord): boolean => multiple && chosen.some((one) => one.id === id);
  const offered = records.filter((record) => !isSelected(record)).length;
  // What is chosen leaves the list: one too short to be scrolled would never load more.
  const isShort = open && hasMore && !isLoading && offered < SCROLL_FROM_OPTIONS;
  useEffect(() => {
    if (isShort) loadMore();
  }, [isShort, loadMore]);
  // Not alone in the list while the records are on their way: who takes the first option means a record.
  const canCreate = mayCreate && (records.length > 0 || !isLoading);
  const isEmpty = canCreate && offered === 0 && !isLoading && Boolean(error ?? typed);
  const none = error
    ? t('The list could not be loaded.')
    : typed
      ? t('No %{title} found', { title: model.title.toLowerCase() })
      : (reference.emptyText ?? t('None yet'));
  const titleOf = (option: Option): string =>
    typeof option === 'string' ? option : recordTitle(model, option);
  const choose = (value: Option | Option[] | null): void => {
    const wanted = Array.isArray(value) ? value : value ? [value] : [];
    if (wanted.includes(CREATE)) return setCreating(typed.trim());
    // Who typed the whole title: the input would go on saying it once another one is chosen.
    if (!multiple) setTyped('');
    onChoose(wanted.filter((option) => typeof option !== 'string'));
  };
  const onEnter = useComboboxEnter<EntityRecord>({
    typed,
    options: records.filter((record) => !isStaleOption(record)),
    titleOf,
    isSelected,
    // What fits may stand on a later page.
    isStale: isStale || (offered === 0 && !error && (isLoading || hasMore)),
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
          // What is being typed outlasts the answer about what was chosen.
          if (reason !== 'reset') setTyped(reason === 'input' ? text : '');
        }}
        {...onEnter}
        onBlur={onBlur}
        filterSelectedOptions={multiple}
        disableCloseOnSelect={multiple}
        options={canCreate ? [...records, ...(isEmpty ? [NONE as Option] : []), CREATE] : records}
        filterOptions={(all) => all}
        getOptionKey={(option) => (typeof option === 'string' ? option : option.id)}
        getOptionLabel={titleOf}
        getOptionDisabled={(option) => option === NONE || (option !== CREATE && isStaleOption(option))}
        isOptionEqualToValue={(option, value) =>
          option === value ||
          (typeof option !== 'string' && typeof value !== 'string' && option.id === value.id)
        }
        loading={isLoading}
        noOptionsText={none}
        renderOption={({ key, ...item }, option) => (
          <li key={key} {...item}>
            {option === CREATE ? (
              <>
                <AddIcon fontSize="small" sx={{ mr: 1 }} />
                {typed.trim()
                  ? t('Create “%{typed}”', { typed: typed.trim() })
                  : t('Create %{title}', { title: model.title.toLowerCase() })}
              </>
            ) : option === NONE ? (
              none
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
                // A single one has its sign before its name, where its kind has one.
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
          suggested={creating}
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
