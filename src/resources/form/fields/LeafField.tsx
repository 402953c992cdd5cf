import type { FieldProps } from '@rjsf/utils';
import { Suspense, useCallback, useRef } from 'react';
import { findBlankText, findEditor } from '../../fieldKit/editors.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { modelOf } from '../../fieldKit/formSchema.ts';
import { pointerOf } from '../../fieldKit/pointers.ts';
import { useFieldState, useFormSession, useValueAt } from '../../fieldKit/useSession.ts';
import { FieldBoundary } from './FieldBoundary.tsx';
import { ReadOnlyValue } from './ReadOnlyValue.tsx';

/** As high as a label with its input, to avoid a layout shift when the editor loads. */
function EditorPlaceholder() {
  return <div style={{ minHeight: 62, flex: '1 1 0' }} />;
}

/** A single-valued field: draws the editor that its model names. */
export function LeafField({ uiSchema, fieldPathId }: FieldProps) {
  const field = modelOf(uiSchema);
  if (!field) throw new Error(`No model for ${fieldPathId.$id}`);
  const { path } = fieldPathId;
  const pointer = pointerOf(path);
  const session = useFormSession();
  const fieldState = useFieldState(field, path);
  const value = useValueAt(path) ?? undefined;
  const place = useRef(path);
  place.current = path;

  const change = useCallback<EditorProps['onChange']>(
    (value, how) => session.setValue(place.current, value, how),
    [session],
  );
  const blur = useCallback(() => session.touch(pointerOf(place.current)), [session]);

  const fieldProps: EditorProps = {
    ...{ field, path, pointer, fieldState, id: session.id(path), value },
    ...{ onChange: change, onBlur: blur },
  };
  const blank = findBlankText(field);
  if (fieldState.readOnly && blank !== undefined)
    return (
      <FieldBoundary field={field} value={value}>
        <ReadOnlyValue {...fieldProps} blank={blank} />
      </FieldBoundary>
    );
  const Editor = findEditor(field);
  return (
    <FieldBoundary field={field} value={value}>
      <Suspense fallback={<EditorPlaceholder />}>
        <Editor fallback={<EditorPlaceholder />} {...fieldProps} />
      </Suspense>
    </FieldBoundary>
  );
}
