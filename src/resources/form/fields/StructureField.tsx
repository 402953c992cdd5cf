import type { FieldProps } from '@rjsf/utils';
import { structureOf } from '../../fieldKit/editors.ts';
import { modelOf } from '../../fieldKit/formSchema.ts';
import { useValueAt } from '../../fieldKit/useSession.ts';
import { FieldBoundary } from './FieldBoundary.tsx';

/** A field that holds fields of its own: draws what its type names for it. */
export function StructureField(props: FieldProps) {
  const field = modelOf(props.uiSchema);
  const Structure = field && structureOf(field);
  const value = useValueAt(props.fieldPathId.path);
  if (!Structure) throw new Error(`No model for ${props.fieldPathId.$id}`);
  return (
    <FieldBoundary field={field} value={value}>
      <Structure {...props} />
    </FieldBoundary>
  );
}
