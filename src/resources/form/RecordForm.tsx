import './registerDefaults.ts';

// Apart from the form itself, since some of the editors registered here open forms of their own.
export { RecordForm } from './RecordFormBase.tsx';
export type { FormSource, RecordFormHandle, RecordFormProps } from './RecordFormBase.tsx';
