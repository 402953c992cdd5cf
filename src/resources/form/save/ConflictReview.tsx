import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { styled, useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, useState } from 'react';
import type { FieldModel, JsonObject } from '../../../../schemas/model/types.ts';
import { itemLabel } from '../../fieldKit/itemLabel.ts';
import { Detail } from '../../fieldKit/Value.tsx';
import { mergeRemoteVersion, type Side, type DifferingField, differingFields } from './mergeRemoteVersion.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const Item = styled('section')({
  borderTop: '1px solid var(--line)',
  padding: '12px 0',
});
const Name = styled('h3')({ margin: 0, fontSize: 14, fontWeight: 600 });
const Sides = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: 12,
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: '1fr' },
}));
const Value = styled('div')({
  fontSize: 13,
  maxHeight: 180,
  overflow: 'auto',
  overflowWrap: 'anywhere',
  padding: 8,
  borderRadius: 6,
  border: '1px solid var(--line)',
  '&[data-chosen]': { borderColor: 'var(--accent)' },
});

const SIDES = { theirs: t('Theirs'), mine: t('Mine'), both: t('both changed it') };
const OWN_SIDES = { theirs: t('Stored'), mine: t('Typed here'), both: t('changed in both') };

interface StaleReviewProps {
  fields: FieldModel[];
  /** The record as it was when the form opened. */
  base: JsonObject;
  mine: JsonObject;
  /** The record as it is now. */
  theirs: JsonObject;
  /** Who changed it, where that is known. */
  who?: string;
  /** The person did, in this window, by restoring an earlier state or by an action. */
  own?: boolean;
  onMerge: (merged: JsonObject) => void;
  onClose: () => void;
}

/** Someone else saved the record meanwhile: shows what differs and asks, field by field, whose value holds. */
export function ConflictReview({
  fields,
  base,
  mine,
  theirs,
  who,
  own = false,
  onMerge,
  onClose,
}: StaleReviewProps) {
  const id = useId();
  const small = useMediaQuery(useTheme().breakpoints.down('sm'));
  const states = { base, mine, theirs };
  const [changed] = useState(() => differingFields(fields, states));
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(
    () => new Map(changed.map(({ key, suggested }) => [key, suggested])),
  );
  const choose = (key: string, side: Side): void => setChoices(new Map([...choices, [key, side]]));
  const all = (side: Side): void => setChoices(new Map(changed.map(({ key }) => [key, side])));
  const someone = own ? t('You') : (who ?? t('Someone else'));
  const sides = own ? OWN_SIDES : SIDES;
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={small} onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{t('This record was changed in the meantime')}</DialogTitle>
      <DialogContent>
        <p style={{ margin: '0 0 12px' }}>
          {changed.length === 0
            ? t('%{someone} saved the same values. Saving yours changes nothing.', { someone })
            : own
              ? t(
                  'You changed it after you began to type. Choose what to keep; nothing of yours is lost until you save.',
                )
              : t(
                  '%{someone} saved it after you opened it. Choose what to keep; nothing of yours is lost until you save.',
                  { someone },
                )}
        </p>
        {changed.map((one) => (
          <Choice
            key={one.key}
            stale={one}
            sides={sides}
            side={choices.get(one.key) ?? one.suggested}
            onChoose={(side) => choose(one.key, side)}
          />
        ))}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Button onClick={() => all('theirs')}>
          {own ? t('Take all as stored') : t('Take all of theirs')}
        </Button>
        <Button onClick={() => all('mine')}>{own ? t('Keep all as typed') : t('Keep all of mine')}</Button>
        <span style={{ flex: 1 }} />
        <Button onClick={onClose}>{t('Back to the form')}</Button>
        <Button variant="contained" onClick={() => onMerge(mergeRemoteVersion(fields, states, choices))}>
          {t('Save merged')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ChoiceProps {
  stale: DifferingField;
  sides: typeof SIDES;
  side: Side;
  onChoose: (side: Side) => void;
}

function Choice({ stale, sides, side, onChoose }: ChoiceProps) {
  const { field, index, mine, theirs, conflict } = stale;
  const title = index === undefined ? field.title : `${field.title}, ${itemLabel(field, index)}`;
  const shown = index === undefined ? field : (field.item ?? field);
  return (
    <Item>
      <Name>{conflict ? `${title} (${sides.both})` : title}</Name>
      <RadioGroup aria-label={title} value={side} onChange={(_, chosen) => onChoose(chosen as Side)}>
        <Sides>
          <div>
            <FormControlLabel value="theirs" control={<Radio size="small" />} label={sides.theirs} />
            <Value data-chosen={side === 'theirs' || undefined}>
              <Detail field={shown} value={theirs} />
            </Value>
          </div>
          <div>
            <FormControlLabel value="mine" control={<Radio size="small" />} label={sides.mine} />
            <Value data-chosen={side === 'mine' || undefined}>
              <Detail field={shown} value={mine} />
            </Value>
          </div>
        </Sides>
      </RadioGroup>
    </Item>
  );
}
