import { useGetOne } from 'react-admin';
import { fieldAt } from '../../../../schemas/model/fields.ts';
import { valueAt } from '../../../../schemas/model/pointer.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import { useSessionValue } from '../../fieldKit/useSession.ts';
import { FULL_RECORD_META } from '../../wholeRecord.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { ChoiceSelect } from '../shared/ChoiceSelect.tsx';
import { t } from '../../../../schemas/texts/translate.ts';

/** Chooses an item of a list of the referenced record, or of the record itself: an action of the flow. */
export default function ItemOfEditor(props: EditorProps<string>) {
  const { value } = props;
  const { choices, isKnown } = useItems(props);
  const missing = value !== undefined && value !== '' && isKnown && !choices.includes(value) ? [value] : [];
  const options = [...new Set([...choices, ...(isKnown ? missing : [value ?? ''])])].filter(Boolean);
  const choicesWithLabels = options.map((name) => ({
    value: name,
    label: missing.includes(name) ? t('%{name} (not there any more)', { name }) : name,
  }));
  return <ChoiceSelect {...props} choices={choicesWithLabels} />;
}

/** The choices; `isKnown` once the record with the list is loaded. */
const useItems = ({ field, pointer }: EditorProps<string>): { choices: string[]; isKnown: boolean } => {
  const { of, list, value } = field.options as { of?: string; list: string; value: string };
  const referencePointer = of === undefined ? undefined : pointer.slice(0, pointer.lastIndexOf('/') + 1) + of;
  const own = useSessionValue(({ data }) => (of === undefined ? data : undefined));
  const id = useSessionValue(({ data }) =>
    referencePointer === undefined ? undefined : valueAt(data, referencePointer),
  );
  const entity = useSessionValue(({ data, settings }) =>
    referencePointer === undefined
      ? undefined
      : fieldAt(settings.fields, referencePointer, data)?.reference?.entity,
  );
  const { data: chosen } = useGetOne<EntityRecord>(
    entity ?? '',
    { id: typeof id === 'string' ? id : '', meta: FULL_RECORD_META },
    { enabled: entity !== undefined && typeof id === 'string' && id !== '', retry: false },
  );
  const record: Record<string, unknown> | undefined = of === undefined ? own : id ? chosen : {};
  const items = record?.[list];
  return {
    choices: (Array.isArray(items) ? (items as (Record<string, unknown> | null)[]) : []).flatMap((item) => {
      const name = item?.[value];
      return typeof name === 'string' && name !== '' ? [name] : [];
    }),
    isKnown: record !== undefined,
  };
};
