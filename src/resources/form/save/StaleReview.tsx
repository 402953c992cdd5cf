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
import { Detail } from '../../fields/Value.tsx';
import { mergeStale, type Side, type StaleField, staleFields } from './mergeStale.ts';

const Item = styled('section')(({ theme }) => ({
  borderTop: `1px solid ${(theme.vars ?? theme).palette.divider}`,
  padding: '12px 0',
}));
const Name = styled('h3')({ margin: 0, fontSize: 14, fontWeight: 600 });
const Sides = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: 12,
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: '1fr' },
}));
const Value = styled('div')(({ theme }) => ({
  fontSize: 13,
  maxHeight: 180,
  overflow: 'auto',
  overflowWrap: 'anywhere',
  padding: 8,
  borderRadius: 6,
  border: `1px solid ${(theme.vars ?? theme).palette.divider}`,
  '&[data-chosen]': { borderColor: (theme.vars ?? theme).palette.primary.main },
}));

interface StaleReviewProps {
  fields: FieldModel[];
  /** The record as it was when the form opened. */
  base: JsonObject;
  mine: JsonObject;
  /** The record as it is now. */
  theirs: JsonObject;
  /** Who changed it, where that is known. */
  who?: string;
  onMerge: (merged: JsonObject) => void;
  onClose: () => void;
}

/** Someone else saved the record meanwhile: shows what differs and asks, field by field, whose value holds. */
export function StaleReview({ fields, base, mine, theirs, who, onMerge, onClose }: StaleReviewProps) {
  const id = useId();
  const small = useMediaQuery(useTheme().breakpoints.down('sm'));
  const [changed] = useState(() => staleFields(fields, base, mine, theirs));
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(
    () => new Map(changed.map(({ field, suggested }) => [field.name, suggested])),
  );
  const choose = (name: string, side: Side): void => setChoices(new Map([...choices, [name, side]]));
  const all = (side: Side): void => setChoices(new Map(changed.map(({ field }) => [field.name, side])));
  const someone = who ?? 'Someone else';
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={small} onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>This record was changed meanwhile</DialogTitle>
      <DialogContent>
        <p style={{ margin: '0 0 12px' }}>
          {changed.length === 0
            ? `${someone} saved the same values. Saving yours changes nothing.`
            : `${someone} saved it after you opened it. Choose what to keep; nothing of yours is lost until you save.`}
        </p>
        {changed.map((one) => (
          <Choice
            key={one.field.name}
            stale={one}
            mine={mine}
            theirs={theirs}
            side={choices.get(one.field.name) ?? one.suggested}
            onChoose={(side) => choose(one.field.name, side)}
          />
        ))}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Button onClick={() => all('theirs')}>Take all of theirs</Button>
        <Button onClick={() => all('mine')}>Keep all of mine</Button>
        <span style={{ flex: 1 }} />
        <Button onClick={onClose}>Back to the form</Button>
        <Button variant="contained" onClick={() => onMerge(mergeStale(mine, theirs, choices, fields))}>
          Save merged
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ChoiceProps {
  stale: StaleField;
  mine: JsonObject;
  theirs: JsonObject;
  side: Side;
  onChoose: (side: Side) => void;
}

function Choice({ stale: { field, conflict }, mine, theirs, side, onChoose }: ChoiceProps) {
  return (
    <Item>
      <Name>{conflict ? `${field.title} (both changed it)` : field.title}</Name>
      <RadioGroup aria-label={field.title} value={side} onChange={(_, chosen) => onChoose(chosen as Side)}>
        <Sides>
          <div>
            <FormControlLabel value="theirs" control={<Radio size="small" />} label="Theirs" />
            <Value data-chosen={side === 'theirs' || undefined}>
              <Detail field={field} value={theirs[field.name]} />
            </Value>
          </div>
          <div>
            <FormControlLabel value="mine" control={<Radio size="small" />} label="Mine" />
            <Value data-chosen={side === 'mine' || undefined}>
              <Detail field={field} value={mine[field.name]} />
            </Value>
          </div>
        </Sides>
      </RadioGroup>
    </Item>
  );
}
