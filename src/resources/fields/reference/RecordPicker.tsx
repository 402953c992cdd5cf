import AddIcon from '@mui/icons-material/Add';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { type UIEvent, useEffect, useState } from 'react';
import { recordTitle } from '../../../../schemas/model/fields.ts';
import type { EntityRecord, FieldModel, ReferenceModel } from '../../../../schemas/model/types.ts';
import { entityByName } from '../../product.ts';
import type { InputAria } from '../../form/fields/FieldFrame.tsx';
import { CreateInlineDialog } from './CreateInlineDialog.tsx';
import { useReferenceOptions } from './useReferenceOptions.ts';

/** Options that are more than the list shows at once, so that it can be scrolled. */
const SCROLLED = 10;

interface RecordPickerProps {
  field: FieldModel;
  reference: ReferenceModel;
  /** Chosen records that are shown in the input; a single choice has at most one. */
  chosen: EntityRecord[];
  multiple: boolean;
  readOnly: boolean;
  aria: InputAria;
  /** The person may make a missing record in place. */
  mayCreate: boolean;
  onChoose: (records: EntityRecord[]) => void;
  onBlur: () => void;
}

/** Stands among the options for "make a new one". */
const CREATE = 'create';
type Option = EntityRecord | typeof CREATE;

/** Searches the records of an entity and chooses one or several of them. */
export function RecordPicker(props: RecordPickerProps) {
  const { field, reference, chosen, multiple, readOnly, aria, mayCreate, onChoose, onBlur } = props;
  const model = entityByName(reference.entity);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [creating, setCreating] = useState<string>();
  const options = useReferenceOptions(reference, typed, open);
  const { records, isLoading, error, hasMore, isLeftOver, loadMore } = options;
  const offered = records.filter(({ id }) => !multiple || !chosen.some((one) => one.id === id)).length;
  // What is chosen leaves the list: one too short to be scrolled would never load more.
  const isShort = open && hasMore && !isLoading && offered < SCROLLED;
  useEffect(() => {
    if (isShort) loadMore();
  }, [isShort, loadMore]);
  // Not alone in the list while the records are on their way: who takes the first option means a record.
  const mayMake = mayCreate && (records.length > 0 || !isLoading);
  const titleOf = (option: Option): string => (option === CREATE ? CREATE : recordTitle(model, option));
  const choose = (value: Option | Option[] | null): void => {
    const wanted = Array.isArray(value) ? value : value ? [value] : [];
    if (wanted.includes(CREATE)) setCreating(typed.trim());
    else onChoose(wanted.filter((option) => option !== CREATE));
  };
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
        onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
        onBlur={onBlur}
        filterSelectedOptions={multiple}
        disableCloseOnSelect={multiple}
        options={mayMake ? [...records, CREATE] : records}
        filterOptions={(all) => all}
        getOptionKey={(option) => (option === CREATE ? CREATE : option.id)}
        getOptionLabel={titleOf}
        getOptionDisabled={(option) => option !== CREATE && isLeftOver(option)}
        isOptionEqualToValue={(option, value) =>
          option === value || (option !== CREATE && value !== CREATE && option.id === value.id)
        }
        loading={isLoading}
        noOptionsText={
          error
            ? 'The list could not be loaded.'
            : typed
              ? `No ${model.title.toLowerCase()} found`
              : 'None yet'
        }
        renderOption={({ key, ...item }, option) => (
          <li key={key} {...item}>
            {option === CREATE ? (
              <>
                <AddIcon fontSize="small" sx={{ mr: 1 }} />
                {typed.trim() ? `Create “${typed.trim()}”` : `Create ${model.title.toLowerCase()}`}
              </>
            ) : (
              titleOf(option)
            )}
          </li>
        )}
        slotProps={{ listbox: { onScroll } }}
        renderInput={(params) => (
          <TextField
            {...params}
            placeholder={chosen.length === 0 ? (field.placeholder ?? 'Search…') : undefined}
            error={aria['aria-invalid']}
            slotProps={{
              ...params.slotProps,
              htmlInput: {
                ...params.slotProps.htmlInput,
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
