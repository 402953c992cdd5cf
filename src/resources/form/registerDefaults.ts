import { lazy } from 'react';
import { AccordionView } from './lists/AccordionView.tsx';
import { ChipsView } from './lists/ChipsView.tsx';
import { RowsView } from './lists/RowsView.tsx';
import { StripView } from './lists/StripView.tsx';
import { registerListView } from './lists/views.ts';
import { BooleanWidget } from './widgets/BooleanWidget.tsx';
import { DateTimeWidget, DateWidget } from './widgets/DateWidgets.tsx';
import { EnumWidget, SegmentedWidget } from './widgets/EnumWidget.tsx';
import { ImageWidget } from './widgets/ImageWidget.tsx';
import { JsonWidget } from './widgets/JsonWidget.tsx';
import { LongTextWidget } from './widgets/LongTextWidget.tsx';
import { NumberWidget } from './widgets/NumberWidget.tsx';
import { registerWidget } from './widgets/registry.ts';
import { SecretWidget } from './widgets/SecretWidget.tsx';
import { TextWidget } from './widgets/TextWidget.tsx';

// Pickers are big and come right after the form that has some.
const TagsWidget = lazy(() =>
  import('./widgets/TagsWidget.tsx').then((module) => ({ default: module.TagsWidget })),
);
const OneOfEachWidget = lazy(() =>
  import('./widgets/OneOfEachWidget.tsx').then((module) => ({ default: module.OneOfEachWidget })),
);
const KeyValuesWidget = lazy(() =>
  import('./widgets/KeyValuesWidget.tsx').then((module) => ({ default: module.KeyValuesWidget })),
);
const FileWidget = lazy(() =>
  import('./files/FileWidget.tsx').then((module) => ({ default: module.FileWidget })),
);
const ReferenceWidget = lazy(() =>
  import('./references/ReferenceWidget.tsx').then((module) => ({ default: module.ReferenceWidget })),
);
const ReferencesWidget = lazy(() =>
  import('./references/ReferencesWidget.tsx').then((module) => ({ default: module.ReferencesWidget })),
);

for (const name of ['text', 'email', 'phone', 'url']) registerWidget(name, TextWidget);
registerWidget('long-text', LongTextWidget);
registerWidget('number', NumberWidget);
registerWidget('boolean', BooleanWidget);
registerWidget('enum', EnumWidget);
registerWidget('segmented', SegmentedWidget);
registerWidget('date', DateWidget);
registerWidget('date-time', DateTimeWidget);
registerWidget('tags', TagsWidget);
registerWidget('one-of-each', OneOfEachWidget);
registerWidget('secret', SecretWidget);
registerWidget('json', JsonWidget);
registerWidget('key-values', KeyValuesWidget);
registerWidget('image', ImageWidget);
registerWidget('file', FileWidget);
registerWidget('reference', ReferenceWidget);
registerWidget('references', ReferencesWidget);

const firstIfAlone = (length: number): number | undefined => (length === 1 ? 0 : undefined);
const first = (length: number): number | undefined => (length > 0 ? 0 : undefined);
registerListView('list', { component: AccordionView, startOpen: firstIfAlone });
registerListView('cards', { component: AccordionView, startOpen: first });
registerListView('strip', { component: StripView, startOpen: first });
registerListView('chips', { component: ChipsView, startOpen: () => undefined });
registerListView('grid', {
  component: lazy(() => import('./lists/grid/GridView.tsx')),
  startOpen: () => undefined,
});
registerListView('rows', { component: RowsView, startOpen: () => undefined });
