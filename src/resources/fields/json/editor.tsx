import { styled } from '@mui/material/styles';
import type { Json } from '../../../../schemas/model/types.ts';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';

const JsonCode = lazyComponent(() => import('./code/JsonCode.tsx').then((module) => module.JsonCode), {
  inPlace: true,
});
const Waiting = styled('div')({ minHeight: 314, border: '1px solid var(--field)', borderRadius: 6 });

/** JSON as code. The editor of code is large, and fetched with the first field that is looked at. */
export default function JsonEditor(props: EditorProps<Json>) {
  const waiting = (
    <FieldFrame fieldProps={props} group>
      {() => <Waiting aria-busy />}
    </FieldFrame>
  );
  return <JsonCode {...props} fallback={waiting} />;
}
