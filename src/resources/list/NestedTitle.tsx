import { useLocation } from 'react-router';
import { BackLink } from '../../ui/BackLink.tsx';
import { findParentScreen } from '../menu/useTrail.ts';
import { RecordSign } from '../fields/shared/RecordSign.tsx';
import type { ConsoleEntity } from '../product.ts';
import { useParent } from '../useParent.ts';

/** The title of a list below a record: back link, and the parent's sign and title. */
export const NestedTitle = ({ model }: { model: ConsoleEntity }) => {
  const above = findParentScreen(useLocation().pathname);
  const parent = useParent(model);
  return (
    <>
      {above && <BackLink {...above} />}
      {parent && <RecordSign {...parent} />}
      <h1>{parent?.title ?? (model.parent && parent === undefined ? '\u00a0' : model.plural)}</h1>
    </>
  );
};
