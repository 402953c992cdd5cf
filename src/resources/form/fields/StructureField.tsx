import type { FieldProps } from '@rjsf/utils';
import { findStructure } from '../../fieldKit/editors.ts';
import { modelOf } from '../../fieldKit/formSchema.ts';
import { useValueAt } from '../../fieldKit/useSession.ts';
import { FieldBoundary } from './FieldBoundary.tsx';

/** A field with nested fields (list, variants): draws the structure that its type registers. */
export function StructureField(props: FieldProps) {
  const field = modelOf(props.uiSchema);
  const Structure = field && findStructure(field);
  const value = useValueAt(props.fieldPathId.path);
  if (!Structure) throw new Error(`No model for ${props.fieldPathId.$id}`);
  return (
    <FieldBoundary field={field} value={value}>
      <Structure {...props} />
    </FieldBoundary>
  );
}
