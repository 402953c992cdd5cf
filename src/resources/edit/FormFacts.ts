import { lazyComponent } from '../../ui/lazyComponent.tsx';

/** What a stored record says behind its form (`form.summary`). */
export const FormFacts = lazyComponent(() =>
  import('../form/FactsSection.tsx').then((it) => it.FactsSection),
);
