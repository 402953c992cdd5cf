import { lazyComponent } from '../../ui/lazyComponent.tsx';

/** The read-only fields below a stored record's form (`form.summary`). */
export const FormFacts = lazyComponent(() =>
  import('../form/FactsSection.tsx').then((it) => it.FactsSection),
);
