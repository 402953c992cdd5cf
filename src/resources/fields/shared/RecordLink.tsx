import MuiLink from '@mui/material/Link';
import { useContext, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useReference } from 'react-admin';
import { useMay } from '../../../authProvider/AccessContext.ts';
import { recordTitle } from '../../../../schemas/model/fields.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import { pathOf, routeOf } from '../../paths.ts';
import { entityByName, hasEntity } from '../../product.ts';
import { RecordLinksContext } from './RecordLinksContext.ts';
import { RecordSign, signField } from './RecordSign.tsx';
import { Muted } from '../../fieldKit/parts.tsx';
import { Placeholder } from '../../states/Placeholder.ts';
import { stopRowClick } from './stopRowClick.ts';
import type { ListRecord } from '../../fieldKit/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** The path of a record's page, if its entity has one; a nested record's needs the record, which names its parent. */
export const recordPath = (entity: string, id: string, record?: EntityRecord): string | undefined => {
  const model = entityByName(entity);
  if (model.routes === false) return undefined;
  const { parent } = model;
  const parentId = parent && record?.[parent.field];
  const params = parent && typeof parentId === 'string' ? { [parent.field]: parentId } : {};
  const needed = routeOf(model, 'show').match(/:\w+/g) ?? [];
  const hasAllParams = needed.every((name) => name === ':id' || name.slice(1) in params);
  return hasAllParams ? pathOf(model, 'show', id, params) : undefined;
};

/** The title of a referenced record, linked to its page for people who may see it; a text, never the id, where it cannot be shown. */
export const RecordLink = ({ entity, id }: { entity: string; id: string }) => {
  const may = useMay();
  const isLinked = useContext(RecordLinksContext);
  const { referenceRecord, isPending, error } = useReference<ListRecord>({
    reference: entity,
    id,
    options: { enabled: hasEntity(entity) },
  });
  if (hasEntity(entity) && isPending) return <Placeholder aria-busy style={{ width: 80 }} />;
  if (error) return <Muted>{t('Not loaded')}</Muted>;
  if (!referenceRecord)
    return <Muted title={t('This record was deleted or you cannot see it')}>{t('Deleted or hidden')}</Muted>;
  const model = entityByName(entity);
  const title = recordTitle(model, referenceRecord);
  const hasSign = signField(model) !== undefined;
  const withSign = (name: ReactNode): ReactNode =>
    hasSign ? (
      // Inline, so that text-overflow cuts the title.
      <span>
        <span data-sign style={{ marginRight: 'var(--sign-gap, 8px)' }}>
          <RecordSign model={model} record={referenceRecord} />
        </span>
        {name}
      </span>
    ) : (
      name
    );
  const path = isLinked && may(entity, 'show') ? recordPath(entity, id, referenceRecord) : undefined;
  if (!path) return <>{withSign(title)}</>;
  return withSign(
    <MuiLink component={Link} to={path} onClick={stopRowClick}>
      {title}
    </MuiLink>,
  );
};
