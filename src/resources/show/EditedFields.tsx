import Edit from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useMemo, useState } from 'react';
import { stateRuleRefusal } from '../../../schemas/model/lifecycle.ts';
import type { ShowTab } from '../../../schemas/model/types.ts';
import { useAccess } from '../../authProvider/AccessContext.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { useRights } from '../changes/useRights.ts';
import { isFilled } from '../fields/shared/FieldGroup.tsx';
import type { ListRecord } from '../fieldKit/types.ts';
import { Detail } from '../fieldKit/Value.tsx';
import { draftKey, readDraft } from '../form/save/drafts.ts';
import { fieldNamed } from '../columns.ts';
import { Panel } from '../panels/Panel.tsx';
import type { ConsoleEntity } from '../product.ts';
import { ShowSkeleton } from '../states/ShowSkeleton.tsx';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';
import { TEXT_BUTTON_INSET_PX } from '../../theme/tokens.ts';

const FieldsForm = lazyComponent(() => import('./FieldsForm.tsx').then((it) => it.FieldsForm), {
  inPlace: true,
});

const Values = styled('div')({ display: 'grid', gap: 12, ...TEXT.small, marginBottom: 4 });
const Empty = styled('p')({ margin: '0 0 12px', ...TEXT.small, color: 'var(--ink-3)' });

interface EditedFieldsProps {
  model: ConsoleEntity;
  record: ListRecord;
  tab: Extract<ShowTab, { kind: 'edit' }>;
}

/** A tab with some fields of a record, which users with the right edit in place. */
export const InlineEditedFields = ({ model, record, tab }: EditedFieldsProps) => {
  const { user } = useAccess();
  const { may } = useRights(model);
  const fields = useMemo(() => tab.fields.flatMap((one) => fieldNamed(model, one) ?? []), [model, tab]);
  const name = `${model.name}/${tab.id}`;
  // Opens the form when there is a draft of it.
  const [isEdited, setEdited] = useState(() => readDraft(draftKey(user.id, name, record.id)) !== undefined);
  const mayEdit = may('update') && stateRuleRefusal(model, 'edit', record) === undefined;
  if (isEdited && mayEdit)
    return (
      <FieldsForm
        {...{ model, name, fields, record }}
        onClose={() => setEdited(false)}
        fallback={<ShowSkeleton />}
      />
    );
  const filled = fields.filter((field) => isFilled(record[field.name]));
  const [first] = fields;
  const what = first && fields.length === 1 ? first.title : tab.label;
  return (
    <>
      {tab.panel !== undefined && <Panel name={tab.panel} />}
      {tab.panel === undefined && filled.length > 0 && (
        <Values>
          {filled.map((field) => (
            <Detail key={field.name} field={field} value={record[field.name]} />
          ))}
        </Values>
      )}
      {filled.length === 0 && tab.emptyText !== undefined && <Empty>{tab.emptyText}</Empty>}
      {mayEdit && (
        <Button
          startIcon={<Edit />}
          sx={{ ml: `-${TEXT_BUTTON_INSET_PX}px` }}
          onClick={() => setEdited(true)}
        >
          {t('Edit %{title}', { title: what.toLowerCase() })}
        </Button>
      )}
    </>
  );
};
