import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useDataProvider, useNotify } from 'react-admin';
import { useState } from 'react';
import { actionRefusal } from '../../../schemas/model/lifecycle.ts';
import type { ActionModel } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import type { ConsoleEntity } from '../product.ts';
import { messageOf } from '../changes/failures.ts';
import { useRights } from '../changes/useRights.ts';
import { t } from '../../../schemas/texts/translate.ts';

interface BeforeDeletionProps {
  model: ConsoleEntity;
  record: ListRecord;
}

/** What remains elsewhere after a deletion (`deletionNote` of fields), and actions that can be run before it. */
export const BeforeDeletion = ({ model, record }: BeforeDeletionProps) => {
  const { may, context } = useRights(model);
  const remains = model.fields.flatMap((field) => {
    const text = field.deletionNote ? record[field.name] : undefined;
    return typeof text === 'string' && text !== '' ? [{ title: field.title, text }] : [];
  });
  const offered = (model.beforeDeletion ?? []).flatMap((id) => {
    const action = model.actions.find((one) => one.id === id);
    return action && may(id) && actionRefusal(model, action, record, context) === undefined ? [action] : [];
  });
  return (
    <>
      {remains.map(({ title, text }) => (
        <Alert
          key={title}
          severity="info"
          sx={{ mb: 2, '& .MuiAlert-message': { overflowWrap: 'anywhere' } }}
        >
          <b>{title}</b>
          <br />
          {text}
        </Alert>
      ))}
      {offered.map((action) => (
        <OfferedAction key={action.id} {...{ model, record, action }} />
      ))}
    </>
  );
};

/** An action that runs inside the delete dialog and reports its result there. */
function OfferedAction({ model, record, action }: BeforeDeletionProps & { action: ActionModel }) {
  const provider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  const [state, setState] = useState<'open' | 'pending' | 'done'>('open');
  const run = async (): Promise<void> => {
    setState('pending');
    try {
      await provider.action(model.name, record.id, action.id);
      setState('done');
    } catch (error) {
      setState('open');
      notify(messageOf(error), { type: 'error' });
    }
  };
  if (state === 'done')
    return (
      <Alert severity="success" role="status" sx={{ mb: 2 }}>
        {action.success ?? t('%{label}: done', { label: action.label })}
      </Alert>
    );
  return (
    <Button
      variant="outlined"
      size="small"
      loading={state === 'pending'}
      sx={{ mb: 2 }}
      onClick={() => void run()}
    >
      {action.label}
    </Button>
  );
}
