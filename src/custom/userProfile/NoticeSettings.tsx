import Checkbox from '@mui/material/Checkbox';
import { styled } from '@mui/material/styles';
import { useNotify } from 'react-admin';
import { useState } from 'react';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { FormSkeleton } from '../../resources/form/FormSkeleton.tsx';
import { useFormCheck } from '../../resources/form/useCheck.ts';
import { entityByName, formByName } from '../../resources/product.ts';
import { useSingle, valuesFor } from '../../resources/single/useSingle.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Table = styled('table')({
  width: '100%',
  borderCollapse: 'collapse',
  ...TEXT.small,
  '& th': { padding: '4px 8px', textAlign: 'left', fontWeight: 500 },
  '& thead th': { fontSize: 12, color: 'var(--ink-3)' },
  '& tbody th': { fontWeight: 400 },
  '& th:first-of-type': { paddingLeft: 0 },
  '& :is(td, th:not(:first-of-type))': { width: 72, textAlign: 'center' },
  '& tbody tr': { borderTop: '1px solid var(--line)' },
});

interface Way {
  label: string;
  /** Where the person's choice is kept. */
  field: 'noticesLeftOut' | 'noticesByMail' | 'noticesInBrowser';
  /** What is kept are those that are switched off. */
  isInverse?: boolean;
}
const WAYS: Way[] = [
  { label: t('Console'), field: 'noticesLeftOut', isInverse: true },
  { label: t('Mail'), field: 'noticesByMail' },
  { label: t('Browser'), field: 'noticesInBrowser' },
];

const REFUSED = t('The browser does not allow notifications of this site. Allow them in its settings.');

const listed = (me: EntityRecord, { field }: Way): string[] => {
  const kinds = me[field];
  return Array.isArray(kinds) ? kinds.map(String) : [];
};

/** Whether the browser shows notifications of the console; asked when somebody switches them on, never before. */
const isAllowed = async (): Promise<boolean> => {
  if (typeof Notification === 'undefined') return false;
  const state =
    Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission;
  return state === 'granted';
};

/** What the person is told of, and how. Each choice takes effect at once. */
export const NoticeSettings = () => {
  const check = useFormCheck('user-profile');
  const form = formByName('user-profile');
  const { record: me, save } = useSingle(form);
  const notify = useNotify();
  const [isPending, setPending] = useState(false);
  const kinds = entityByName('notice').fields.find(({ name }) => name === 'kind')?.choices ?? [];
  if (!me || !check) return <FormSkeleton fields={2} />;
  const change = async (way: Way, kind: string, isOn: boolean): Promise<void> => {
    if (way.field === 'noticesInBrowser' && isOn && !(await isAllowed()))
      return notify(REFUSED, { type: 'warning' });
    setPending(true);
    const others = listed(me, way).filter((one) => one !== kind);
    const next = isOn === (way.isInverse === true) ? others : [...others, kind];
    const { failure } = await save({ ...valuesFor(form, me), [way.field]: next });
    setPending(false);
    if (failure) notify(failure.message, { type: 'error' });
  };
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{t('Tell me of')}</th>
          {WAYS.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map(({ value, label }) => (
          <tr key={String(value)}>
            <th scope="row">{label}</th>
            {WAYS.map((way) => {
              const isListed = listed(me, way).includes(String(value));
              return (
                <td key={way.field}>
                  <Checkbox
                    size="small"
                    checked={isListed !== (way.isInverse === true)}
                    disabled={isPending}
                    slotProps={{ input: { 'aria-label': `${label}: ${way.label}` } }}
                    onChange={(_, isOn) => void change(way, String(value), isOn)}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  );
};
