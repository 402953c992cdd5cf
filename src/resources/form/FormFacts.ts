import { lazyComponent } from '../../ui/lazyComponent.tsx';

/** The read-only fields of a stored record beside its form (`form.summary`). */
export const FormFacts = lazyComponent(() =>
  import('./FactsSection.tsx').then((it) => it.RecordFactsSection),
);
