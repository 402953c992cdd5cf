import { styled } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import type { FieldModel, Json } from '../../../../schemas/model/types.ts';
import { type Path, pointerOf } from '../../fieldKit/pointers.ts';
import { fieldState, useFormSession, useIsReadOnly, useSessionValue } from '../../fieldKit/useSession.ts';
import { countValues, firstInputPath } from '../../fieldKit/optionalFields.ts';

const AddFieldButtons = lazyComponent(
  () => import('./AddFieldButtons.tsx').then((it) => it.AddFieldButtons),
  { silent: true },
);

interface OptionalField {
  field: FieldModel;
  content: ReactNode;
}

/** Optional fields of an object or section: a “+ Title” button for each, then its input once it is added. */
export function OptionalFields({ fields, path }: { fields: OptionalField[]; path: Path }) {
  const session = useFormSession();
  const [added, setAdded] = useState<string[]>([]);
  const filled = useSessionValue(() =>
    fields
      .map(({ field }) => field.name)
      .filter((name) => countValues(session.read([...path, name]) as Json) > 0)
      .join('\n'),
  ).split('\n');
  const visibleNames = useSessionValue((now) =>
    fields
      .filter(({ field }) => fieldState(field, now.read(path), now).visible)
      .map(({ field }) => field.name)
      .join('\n'),
  ).split('\n');
  const isShown = ({ field: { name } }: OptionalField): boolean =>
    added.includes(name) || filled.includes(name);
  const isReadOnly = useIsReadOnly();
  const addable = isReadOnly
    ? []
    : fields.filter((one) => !isShown(one) && visibleNames.includes(one.field.name));
  const add = (field: FieldModel): void => {
    setAdded((names) => [...names, field.name]);
    session.reveal(pointerOf([...path, field.name, ...firstInputPath(field)]));
  };
  return (
    <>
      {fields.filter(isShown).map(({ content }) => content)}
      {addable.length > 0 ? (
        <Row>
          <AddFieldButtons fields={addable.map(({ field }) => field)} path={path} onAdd={add} />
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
  // Lines part the items of a list.
  '[data-list-item] &': { marginTop: 0, paddingTop: 0, borderTop: 0 },
  // Reserves the height of the lazy-loaded buttons.
  minHeight: 32,
  // Aligns the + icons with the fields.
  '& > button': { marginLeft: -14 },
});
