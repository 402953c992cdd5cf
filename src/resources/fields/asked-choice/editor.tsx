import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useDataProvider, useRecordContext, useResourceContext } from 'react-admin';
import { useState } from 'react';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { messageOf } from '../../changes/failures.ts';
import { useTextDraft } from '../../fieldKit/useTextDraft.ts';
import { useFormSession } from '../../fieldKit/useSession.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { isMasked } from '../../fieldKit/masked.ts';
import { TextWithButton } from '../shared/TextWithButton.tsx';
import { t } from '../../../../schemas/texts/translate.ts';

interface OfferedChoice {
  id: string;
  name: string;
}

/** Content of the menu: choices, or a message why there are none. */
type Offer = OfferedChoice[] | string | undefined;

/** A text that is typed, or chosen from options that the services return for the form's values. */
export default function AskedChoiceEditor(props: EditorProps<string>) {
  const { field, onChange } = props;
  const { ask = '', with: parameters = {}, label = t('Choose…') } = field.options as Options;
  const draft = useTextDraft(
    props,
    (value) => value ?? '',
    (text) => text || undefined,
  );
  const session = useFormSession();
  const resource = useResourceContext() ?? '';
  const record = useRecordContext();
  const provider = useDataProvider<ConsoleDataProvider>();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [offer, setOffer] = useState<Offer>();

  const open = (button: HTMLElement): void => {
    setAnchor(button);
    setOffer(undefined);
    // In the body, since values may be secrets and addresses are logged.
    const body: Record<string, string> = record ? { record: String(record.id) } : {};
    for (const [name, source] of Object.entries(parameters)) {
      const value = session.data[source];
      // Masked secrets are not sent; the services have them.
      if (typeof value === 'string' && value !== '' && !isMasked(value)) body[name] = value;
    }
    provider.query(resource, null, ask, { body }).then(
      (found) => {
        const offered = found as unknown as OfferedChoice[];
        setOffer(offered.length > 0 ? offered : t('Nothing to choose from'));
      },
      (error: unknown) => setOffer(messageOf(error)),
    );
  };
  const choose = ({ id }: OfferedChoice): void => {
    setAnchor(undefined);
    onChange(id);
  };

  return (
    <TextWithButton
      fieldProps={props}
      draft={draft}
      button={{
        ...{ 'aria-haspopup': 'menu', 'aria-expanded': anchor !== undefined, children: label },
        onClick: (event) => open(event.currentTarget),
      }}
    >
      <Menu
        open={anchor !== undefined}
        anchorEl={anchor}
        onClose={() => setAnchor(undefined)}
        slotProps={{ list: { 'aria-label': field.title, 'aria-busy': offer === undefined } }}
      >
        {Array.isArray(offer) ? (
          offer.map((one) => (
            <MenuItem key={one.id} selected={one.id === props.value} onClick={() => choose(one)}>
              <span>
                {one.name} <span style={{ color: 'var(--ink-3)' }}>{one.id}</span>
              </span>
            </MenuItem>
          ))
        ) : (
          <MenuItem onClick={() => setAnchor(undefined)} sx={{ whiteSpace: 'normal', maxWidth: 360 }}>
            {offer ?? t('Asking…')}
          </MenuItem>
        )}
      </Menu>
    </TextWithButton>
  );
}

interface Options {
  ask?: string;
  with?: Record<string, string>;
  label?: string;
}
