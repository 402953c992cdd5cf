import AddIcon from '@mui/icons-material/Add';
import Close from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { LeaveGuard } from '../../resources/form/save/LeaveGuard.tsx';
import { useChangePerson, usePerson } from './usePerson.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { compareNames } from '../../i18n/language.ts';
import { TEXT } from '../../theme/text.ts';

const Rows = styled('div')({
  display: 'grid',
  gap: 8,
  '& > div': {
    ...{ display: 'grid', gridTemplateColumns: 'minmax(96px, 180px) minmax(0, 1fr) 40px', gap: 8 },
    alignItems: 'end',
  },
  '& dl': { margin: 0 },
});
const Facts = styled('dl')({
  margin: '0 0 16px',
  '& > div': {
    display: 'grid',
    gridTemplateColumns: 'minmax(96px, 180px) minmax(0, 1fr)',
    gap: 16,
    padding: '9px 0',
    borderTop: '1px solid var(--line)',
    ...TEXT.small,
  },
  '& > div:first-of-type': { borderTop: 0, paddingTop: 0 },
  '& dt': { color: 'var(--ink-3)' },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
});
const Note = styled('p')({
  margin: '0 0 12px',
  ...TEXT.small,
  color: 'var(--ink-3)',
  '&[role=alert]': { color: 'var(--danger)' },
});
const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 12 });

interface Row {
  key: number;
  name: string;
  value: string;
}

type Fields = Record<string, string>;

const rowsOf = (fields: Fields): Row[] =>
  Object.entries(fields)
    .sort(([a], [b]) => compareNames(a, b))
    .map(([name, value], key) => ({ key, name, value }));

/** Mine where I changed a field since `base`, theirs everywhere else. */
const mergeFields = (base: Fields, mine: Fields, theirs: Fields): Fields => {
  const merged = { ...theirs };
  for (const name of Object.keys({ ...base, ...mine })) {
    const value = mine[name];
    if (value === base[name]) continue;
    if (value === undefined) delete merged[name];
    else merged[name] = value;
  }
  return merged;
};

const isFilled = ({ name, value }: Row): boolean => name.trim() !== '' || value.trim() !== '';
/** What the rows say, to tell whether anything was changed. */
const textOf = (rows: Row[]): string =>
  JSON.stringify(rows.filter(isFilled).map(({ name, value }) => [name, value]));

const areSame = (a: Fields = {}, b: Fields = {}): boolean => textOf(rowsOf(a)) === textOf(rowsOf(b));

/** What the team knows of the person beyond the schema: read, and edited as a whole. */
export const CustomFields = () => {
  const { customFields = {}, version } = usePerson();
  const { changeFrom, isBusy, mayChange } = useChangePerson();
  /** While it is edited: the rows, and what was stored and the version that they were made from. */
  const [draft, setDraft] = useState<{ rows: Row[]; stored: Fields; version: number; next: number }>();
  const [fault, setFault] = useState<string>();
  const entries = rowsOf(customFields);

  const begin = (): void => {
    setFault(undefined);
    const blank = { key: entries.length, name: '', value: '' };
    setDraft({ rows: [...entries, blank], stored: customFields, version, next: entries.length + 1 });
  };
  if (!draft)
    return (
      <>
        {entries.length === 0 ? (
          <Note>{t('No custom fields yet: a city, a size, a member number.')}</Note>
        ) : null}
        <Facts>
          {entries.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </Facts>
        {mayChange ? (
          <Button variant="outlined" onClick={begin}>
            {entries.length === 0 ? t('Add a field') : t('Edit fields')}
          </Button>
        ) : null}
      </>
    );

  const put = (key: number, own: Partial<Row>): void =>
    setDraft({ ...draft, rows: draft.rows.map((row) => (row.key === key ? { ...row, ...own } : row)) });
  const save = async (): Promise<void> => {
    const filled = draft.rows.filter(isFilled);
    const names = filled.map(({ name }) => name.trim());
    if (names.includes('')) return setFault(t('Each field has a name'));
    const twice = names.find((name, at) => names.indexOf(name) < at);
    if (twice !== undefined) return setFault(t('“%{twice}” is used twice', { twice }));
    const values = Object.fromEntries(filled.map(({ name, value }) => [name.trim(), value.trim()]));
    let refusal = await changeFrom(draft.version, { set: { customFields: values } });
    // Others changed the person, but not these fields.
    if (refusal?.current && areSame(refusal.current.customFields, draft.stored))
      refusal = await changeFrom(refusal.current.version, { set: { customFields: values } });
    if (!refusal) {
      setFault(undefined);
      return setDraft(undefined);
    }
    const { message, current } = refusal;
    if (!current) return setFault(message);
    const stored = current.customFields ?? {};
    const rows = rowsOf(mergeFields(draft.stored, values, stored));
    setFault(
      t(
        'Someone else changed these fields in the meantime. Theirs are taken over where you changed nothing. Save again to keep yours.',
      ),
    );
    setDraft({ rows, stored, version: current.version, next: rows.length });
  };
  const add = (): void =>
    setDraft({
      ...draft,
      rows: [...draft.rows, { key: draft.next, name: '', value: '' }],
      next: draft.next + 1,
    });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <LeaveGuard isDirty={() => textOf(draft.rows) !== textOf(rowsOf(draft.stored))} />
      <Rows>
        {draft.rows.map(({ key, name, value }, at) => (
          <div key={key} role="group" aria-label={name || t('Field %{at}', { at: at + 1 })}>
            <TextField
              size="small"
              label={at === 0 ? t('Field') : undefined}
              slotProps={{ htmlInput: { 'aria-label': t('Field') } }}
              value={name}
              onChange={(event) => put(key, { name: event.target.value })}
            />
            <TextField
              size="small"
              label={at === 0 ? t('Value') : undefined}
              slotProps={{ htmlInput: { 'aria-label': t('Value') } }}
              value={value}
              onChange={(event) => put(key, { value: event.target.value })}
            />
            <IconButton
              aria-label={t('Remove %{name}', { name: name || t('field %{at}', { at: at + 1 }) })}
              onClick={() => setDraft({ ...draft, rows: draft.rows.filter((row) => row.key !== key) })}
            >
              <Close fontSize="small" />
            </IconButton>
          </div>
        ))}
      </Rows>
      <Button size="small" startIcon={<AddIcon />} sx={{ mt: 1 }} onClick={add}>
        {t('Add field')}
      </Button>
      {fault === undefined ? null : <Note role="alert">{fault}</Note>}
      <Buttons>
        <Button type="submit" variant="contained" disabled={isBusy}>
          {t('Save')}
        </Button>
        <Button onClick={() => setDraft(undefined)}>{t('Cancel')}</Button>
      </Buttons>
    </form>
  );
};
