import { styled } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import { lazyComponent } from '../../../layout/lazyComponent.tsx';
import type { FieldModel, Json } from '../../../../schemas/model/types.ts';
import { type Path, pointerOf } from '../../fieldKit/pointers.ts';
import { fieldState, useFormSession, useIsReadOnly, useSessionValue } from '../../fieldKit/useSession.ts';
import { countValues, firstInputPath } from '../../fieldKit/added.ts';

const AddParts = lazyComponent(() => import('./AddParts.tsx').then((it) => it.AddParts), { silent: true });

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
  const isReadOnly = useIsReadOnly();
  const waiting = isReadOnly
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
        <Row>
          <AddParts fields={waiting.map(({ field }) => field)} path={path} onAdd={add} />
        </Row>
      ) : null}
    </>
  );
}

const Row = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 22px',
  marginTop: 16,
  paddingTop: 8,
  borderTop: '1px solid var(--line)',
  // The buttons come with their code.
  minHeight: 32,
  // Their signs stand on the edge of the fields.
  '& > button': { marginLeft: -14 },
});
