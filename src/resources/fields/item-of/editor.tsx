import { useGetOne } from 'react-admin';
import { fieldAt } from '../../../../schemas/model/fields.ts';
import { valueAt } from '../../../../schemas/model/pointer.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import { useSessionValue } from '../../fieldKit/useSession.ts';
import { FULL_RECORD_META } from '../../wholeRecord.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { ChoiceSelect } from '../shared/ChoiceSelect.tsx';
import { t } from '../../../../schemas/texts/translate.ts';

/** One of the items that a record has which is chosen beside it, or the record itself: an action of the flow. */
export default function ItemOfEditor(props: EditorProps<string>) {
  const { value } = props;
  const { choices, isKnown } = useItems(props);
  const gone = value !== undefined && value !== '' && isKnown && !choices.includes(value) ? [value] : [];
  const options = [...new Set([...choices, ...(isKnown ? gone : [value ?? ''])])].filter(Boolean);
  const labelled = options.map((name) => ({
    value: name,
    label: gone.includes(name) ? t('%{name} (not there any more)', { name }) : name,
  }));
  return <ChoiceSelect {...props} choices={labelled} />;
}

/** What may be chosen; `isKnown` once the record that has it has come. */
const useItems = ({ field, pointer }: EditorProps<string>): { choices: string[]; isKnown: boolean } => {
  const { of, list, value } = field.options as { of?: string; list: string; value: string };
  const beside = of === undefined ? undefined : pointer.slice(0, pointer.lastIndexOf('/') + 1) + of;
  const own = useSessionValue(({ data }) => (of === undefined ? data : undefined));
  const id = useSessionValue(({ data }) => (beside === undefined ? undefined : valueAt(data, beside)));
  const entity = useSessionValue(({ data, settings }) =>
    beside === undefined ? undefined : fieldAt(settings.fields, beside, data)?.reference?.entity,
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
