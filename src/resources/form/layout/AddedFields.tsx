import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import type { FieldModel, Json } from '../../../../schemas/model/types.ts';
import { fieldAt } from '../../../../schemas/model/fields.ts';
import { type Path, pointerOf } from '../session.ts';
import { fieldState, useFormSession, useSessionValue } from '../useSession.ts';
import { countValues, firstInputPath } from './added.ts';
import { t } from '../../../../schemas/texts/translate.ts';

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
  const list =
    path.length > 1
      ? fieldAt(session.settings.fields, pointerOf(path.slice(0, -1)), session.data)
      : undefined;
  return (
    <>
      {parts.filter(isShown).map(({ content }) => content)}
      {waiting.length > 0 ? (
        <div
          style={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 8,
            paddingTop: 8,
            borderTop: '1px solid var(--line)',
          }}
        >
          {/* The record may have such parts of its own. */}
          {list?.item ? (
            <span style={{ fontSize: 13, color: 'var(--ink-3)' }}>
              {t('For this %{title} only', { title: list.item.title.toLowerCase() })}
            </span>
          ) : null}
          {waiting.map(({ field }) => (
            <Button
              key={field.name}
              size="small"
              color="inherit"
              startIcon={<AddIcon />}
              onClick={() => add(field)}
              sx={{ color: 'var(--ink-2)' }}
            >
              {field.title}
            </Button>
          ))}
        </div>
      ) : null}
    </>
  );
}
