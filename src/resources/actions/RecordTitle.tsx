import { recordTitle } from '../../../schemas/model/fields.ts';
import { matches } from '../../../schemas/model/match.ts';
import { Badge } from '../fields/shared/Badge.tsx';
import type { ListRecord } from '../fieldKit/types.ts';
import type { ConsoleEntity } from '../product.ts';

/** The badges of the schema whose condition the record meets. */
export const RecordBadges = ({ model, record }: { model: ConsoleEntity; record: ListRecord }) => (
  <>
    {model.badges
      .filter((badge) => matches(badge.when, record))
      .map((badge) => (
        <Badge key={badge.label} tone={badge.tone}>
          {badge.label}
        </Badge>
      ))}
  </>
);

interface RecordTitleProps {
  model: ConsoleEntity;
  record: ListRecord;
  /** Text in place of the record's title. */
  text?: string;
}

/** What a record is called, with its badges. */
export const RecordTitle = ({ model, record, text }: RecordTitleProps) => (
  <span style={{ display: 'inline-flex', gap: 8, alignItems: 'center', minWidth: 0, maxWidth: '100%' }}>
    <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{text ?? recordTitle(model, record)}</span>
    <RecordBadges model={model} record={record} />
  </span>
);
