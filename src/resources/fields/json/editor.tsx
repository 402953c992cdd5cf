import { styled } from '@mui/material/styles';
import type { Json } from '../../../../schemas/model/types.ts';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';

const JsonCode = lazyComponent(() => import('./code/JsonCode.tsx').then((module) => module.JsonCode), {
  inPlace: true,
});
const Placeholder = styled('div')({ minHeight: 314, border: '1px solid var(--field)', borderRadius: 6 });

/** JSON as code. The code editor is large: its chunk loads with the first such field. */
export default function JsonEditor(props: EditorProps<Json>) {
  const placeholder = (
    <FieldFrame fieldProps={props} group>
      {() => <Placeholder aria-busy />}
    </FieldFrame>
  );
  return <JsonCode {...props} fallback={placeholder} />;
}
