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

const SIDE_LABELS = { theirs: t('Theirs'), mine: t('Mine'), both: t('both changed it') };
const OWN_CHANGE_LABELS = { theirs: t('Stored'), mine: t('Typed here'), both: t('changed in both') };

interface ConflictReviewProps {
  fields: FieldModel[];
  /** The record that both versions started from. */
  base: JsonObject;
  mine: JsonObject;
  /** The stored record. */
  theirs: JsonObject;
  /** Name of the user who changed it, where known. */
  changedBy?: string;
  /** The user changed it in this window, by a restore or an action. */
  isOwnChange?: boolean;
  onMerge: (merged: JsonObject) => void;
  onClose: () => void;
}

/** Resolves a version conflict: shows the differing fields and asks for each whose value to keep. */
export function ConflictReview({
  fields,
  base,
  mine,
  theirs,
  changedBy,
  isOwnChange = false,
  onMerge,
  onClose,
}: ConflictReviewProps) {
  const id = useId();
  const small = useMediaQuery(useTheme().breakpoints.down('sm'));
  const states = { base, mine, theirs };
  const [differences] = useState(() => differingFields(fields, states));
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(
    () => new Map(differences.map(({ key, suggested }) => [key, suggested])),
  );
  const choose = (key: string, side: Side): void => setChoices(new Map([...choices, [key, side]]));
  const chooseAll = (side: Side): void => setChoices(new Map(differences.map(({ key }) => [key, side])));
  const someone = isOwnChange ? t('You') : (changedBy ?? t('Someone else'));
  const sides = isOwnChange ? OWN_CHANGE_LABELS : SIDE_LABELS;
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={small} onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{t('This record was changed in the meantime')}</DialogTitle>
      <DialogContent>
        <p style={{ margin: '0 0 12px' }}>
          {differences.length === 0
            ? t('%{someone} saved the same values. Saving yours changes nothing.', { someone })
            : isOwnChange
              ? t(
                  'You changed it after you began to type. Choose what to keep; nothing of yours is lost until you save.',
                )
              : t(
                  '%{someone} saved it after you opened it. Choose what to keep; nothing of yours is lost until you save.',
                  { someone },
                )}
        </p>
        {differences.map((one) => (
          <Choice
            key={one.key}
            difference={one}
            sides={sides}
            side={choices.get(one.key) ?? one.suggested}
            onChoose={(side) => choose(one.key, side)}
          />
        ))}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Button onClick={() => chooseAll('theirs')}>
          {isOwnChange ? t('Take all as stored') : t('Take all of theirs')}
        </Button>
        <Button onClick={() => chooseAll('mine')}>
          {isOwnChange ? t('Keep all as typed') : t('Keep all of mine')}
        </Button>
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
  difference: DifferingField;
  sides: typeof SIDE_LABELS;
  side: Side;
  onChoose: (side: Side) => void;
}

function Choice({ difference, sides, side, onChoose }: ChoiceProps) {
  const { field, index, mine, theirs, conflict } = difference;
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
