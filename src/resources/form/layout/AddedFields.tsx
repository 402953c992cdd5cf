import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import { part } from '../../../layout/part.tsx';
import type { FieldModel, Json } from '../../../../schemas/model/types.ts';
import { fieldAt } from '../../../../schemas/model/fields.ts';
import { type Path, pointerOf } from '../session.ts';
import { fieldState, useFormSession, useSessionValue } from '../useSession.ts';
import { countValues, firstInputPath } from './added.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const AddMenu = part(() => import('./AddMenu.tsx').then((it) => it.AddMenu), { quiet: true });

interface Part {
  field: FieldModel;
  content: ReactNode;
}

/** Parts of an object, or of a section of a form, that nobody must fill in: a row of “+ Title” for each, and its field once it is added. */
export function AddedFields({ parts, path }: { parts: Part[]; path: Path }) {
  const session = useFormSession();
  const [added, setAdded] = useState<string[]>([]);
  const filled = useSessionValue(() =>
    parts
      .map(({ field }) => field.name)
      .filter((name) => countValues(session.read([...path, name]) as Json) > 0)
      .join('\n'),
  ).split('\n');
  const offered = useSessionValue((now) =>
    parts
      .filter(({ field }) => fieldState(field, now.read(path), now).visible)
      .map(({ field }) => field.name)
      .join('\n'),
  ).split('\n');
  const isShown = ({ field: { name } }: Part): boolean => added.includes(name) || filled.includes(name);
  const waiting =
    session.settings.readOnly === true
      ? []
      : parts.filter((part) => !isShown(part) && offered.includes(part.field.name));
  const add = (field: FieldModel): void => {
    setAdded((names) => [...names, field.name]);
    session.reveal(pointerOf([...path, field.name, ...firstInputPath(field)]));
  };
  return (
    <>
      {parts.filter(isShown).map(({ content }) => content)}
      {waiting.length > 0 ? (
        <Offer fields={waiting.map(({ field }) => field)} path={path} onAdd={add} />
      ) : null}
    </>
  );
}

const Row = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  marginTop: 8,
  paddingTop: 8,
  borderTop: '1px solid var(--line)',
  '& > button:first-of-type': { marginLeft: -10 },
});

interface OfferProps {
  fields: FieldModel[];
  path: Path;
  onAdd: (field: FieldModel) => void;
}

/** What can be added: each by its name; of an item, where the record offers the same for all of them, in a menu. */
function Offer({ fields, path, onAdd }: OfferProps) {
  const { settings, data } = useFormSession();
  const list = path.length > 1 ? fieldAt(settings.fields, pointerOf(path.slice(0, -1)), data) : undefined;
  const isOfAll = ({ name }: FieldModel): boolean =>
    settings.fields.some((field) => field.added && field.name === name);
  const button = {
    size: 'small',
    color: 'inherit',
    startIcon: <AddIcon />,
    sx: { color: 'var(--ink-2)' },
  } as const;
  if (!list?.item || !fields.some(isOfAll))
    return (
      <Row>
        {fields.map((field) => (
          <Button key={field.name} {...button} onClick={() => onAdd(field)}>
            {field.title}
          </Button>
        ))}
      </Row>
    );
  const label = t('For this %{title} only', { title: list.item.title.toLowerCase() });
  return (
    <Row>
      <AddMenu {...{ label, fields, onAdd }} />
    </Row>
  );
}
