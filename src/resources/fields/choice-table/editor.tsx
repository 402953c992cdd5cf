import Checkbox from '@mui/material/Checkbox';
import { styled } from '@mui/material/styles';
import { useNotify } from 'react-admin';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import { useFormSession, useSessionValue } from '../../fieldKit/useSession.ts';
import { entityByName } from '../../product.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';

const Table = styled('table')({
  width: '100%',
  borderCollapse: 'collapse',
  ...TEXT.small,
  '& th': { padding: '4px 8px', textAlign: 'left', fontWeight: 500 },
  '& thead th': { ...TEXT.caption, color: 'var(--ink-3)' },
  '& tbody th': { fontWeight: 400 },
  '& th:first-of-type': { paddingLeft: 0 },
  '& :is(td, th:not(:first-of-type))': { width: 72, textAlign: 'center' },
  '& tbody tr': { borderTop: '1px solid var(--line)' },
});

/** Options of a column. */
interface ColumnOptions {
  inverted?: boolean;
  asks?: 'notifications';
}

const toTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Requests permission for notifications, only once the user chooses them. */
const requestNotifications = async (): Promise<boolean> => {
  if (typeof Notification === 'undefined') return false;
  const state =
    Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission;
  return state === 'granted';
};

/** A table of checkboxes: a row per choice, a column per field. */
export default function ChoiceTableEditor(props: EditorProps<string[]>) {
  const { field, path, fieldState, onBlur } = props;
  const session = useFormSession();
  const notify = useNotify();
  const { columns = {}, rows = '', label = '' } = field.options as Record<string, unknown>;
  const [entity = '', named] = String(rows).split('.');
  const choices = entityByName(entity).fields.find(({ name }) => name === named)?.choices ?? [];
  const buildPath = (name: string): (string | number)[] => [...path.slice(0, -1), name];
  const columnNames = Object.keys(columns as object);
  const stored = useSessionValue((one) =>
    JSON.stringify(columnNames.map((name) => toTexts(one.read(buildPath(name))))),
  );
  const lists = JSON.parse(stored) as string[][];
  const change = async (name: string, { inverted, asks }: ColumnOptions, choice: string, isOn: boolean) => {
    if (asks && isOn && !(await requestNotifications()))
      return notify(t('The browser does not allow notifications of this site. Allow them in its settings.'), {
        type: 'warning',
      });
    const others = toTexts(session.read(buildPath(name))).filter((one) => one !== choice);
    session.setValue(buildPath(name), isOn === (inverted === true) ? others : [...others, choice]);
    onBlur();
  };
  const shown = Object.entries(columns as Record<string, ColumnOptions>).map(([name, column], index) => ({
    ...{ name, column, list: lists[index] ?? [] },
    title: session.settings.fields.find((one) => one.name === name)?.title ?? name,
  }));

  return (
    <FieldFrame fieldProps={props} group hideLabel>
      {({ id, ...aria }) => (
        <Table id={id} aria-describedby={aria['aria-describedby']}>
          <thead>
            <tr>
              <th scope="col">{String(label)}</th>
              {shown.map(({ name, title }) => (
                <th key={name} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {choices.map(({ value, label: choice }) => (
              <tr key={String(value)}>
                <th scope="row">{choice}</th>
                {shown.map(({ name, title, column, list }) => (
                  <td key={name}>
                    <Checkbox
                      size="small"
                      checked={list.includes(String(value)) !== (column.inverted === true)}
                      disabled={fieldState.readOnly}
                      slotProps={{ input: { 'aria-label': `${choice}: ${title}` } }}
                      onChange={(_, isOn) => void change(name, column, String(value), isOn)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </FieldFrame>
  );
}
