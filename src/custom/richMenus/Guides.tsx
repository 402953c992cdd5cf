import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import { channelLabelsThatCan } from '../../../schemas/channels/registry.ts';
import { MENU_SIZES, PATTERNS, type Pattern } from '../../../schemas/richMenus/patterns.ts';
import { toLetters } from '../../resources/fieldKit/toLetters.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

/** Margin of each area without text, in pixels: some screens crop it. */
const MARGIN_PX = 60;

const Drawing = styled('svg')({
  display: 'block',
  width: '100%',
  height: 'auto',
  borderRadius: 8,
  background: 'var(--sunken)',
  '& .area': { fill: 'var(--sheet)', stroke: 'var(--field)', strokeWidth: 6 },
  '& .safe': {
    fill: 'var(--accent-soft)',
    stroke: 'var(--accent)',
    strokeWidth: 5,
    strokeDasharray: '24 18',
  },
  '& text': { fill: 'var(--ink)', fontSize: 72, textAnchor: 'middle', fontFamily: 'inherit' },
  '& .small': { fill: 'var(--ink-3)', fontSize: 52 },
  '& .ink': { fill: 'var(--ink)' },
  '& .pale': { fill: 'var(--press)' },
  '& .wrong': { fill: 'var(--danger)' },
});
const Text = styled('div')({
  ...TEXT.body,
  '& h3': { margin: '16px 0 4px', fontSize: 14, fontWeight: 600 },
  '& ul': { margin: 0, paddingLeft: 20 },
  '& dl': { display: 'grid', gridTemplateColumns: 'max-content 1fr', gap: '4px 16px', margin: 0 },
  '& dt': { color: 'var(--ink-3)' },
  '& dd': { margin: 0 },
});
const Pair = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  marginTop: 12,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '1fr 1fr' },
  '& figure': { margin: 0 },
  '& figcaption': { marginTop: 6, ...TEXT.small },
  '& b': { fontWeight: 600 },
}));

/** A pattern with the size and the safe margin of each area. */
function SafeMargins({ pattern }: { pattern: Pattern }) {
  const { size, areas } = PATTERNS[pattern];
  const { width, height } = MENU_SIZES[size];
  return (
    <Drawing
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t('Pattern %{pattern}: %{areas}', {
        pattern,
        areas: areas
          .map((area, at) =>
            t('%{at} %{width} by %{height}', { at: toLetters(at), width: area.width, height: area.height }),
          )
          .join(t(', ')),
      })}
    >
      {areas.map((area, index) => (
        <g key={index}>
          <rect className="area" {...area} />
          <rect
            className="safe"
            x={area.x + MARGIN_PX}
            y={area.y + MARGIN_PX}
            width={area.width - 2 * MARGIN_PX}
            height={area.height - 2 * MARGIN_PX}
            rx={12}
          />
          <text x={area.x + area.width / 2} y={area.y + area.height / 2}>
            {toLetters(index)}
          </text>
          <text className="small" x={area.x + area.width / 2} y={area.y + area.height / 2 + 84}>
            {area.width} × {area.height}
          </text>
        </g>
      ))}
    </Drawing>
  );
}

const Example = ({ isGood, children, text }: { isGood: boolean; children: ReactNode; text: string }) => (
  <figure>
    <Drawing viewBox="0 0 833 560" aria-hidden>
      <rect className="area" x={4} y={4} width={825} height={552} />
      {children}
    </Drawing>
    <figcaption>
      <b>{isGood ? t('Do. ') : t('Don’t. ')}</b>
      {text}
    </figcaption>
  </figure>
);

const DesignGuide = ({ pattern }: { pattern: Pattern }) => (
  <Text>
    <SafeMargins pattern={pattern} />
    <h3>{t('Safe margins')}</h3>
    <ul>
      <li>
        {t('Keep text and icons inside the dashed line, %{marginPx} pixels from every edge.', {
          marginPx: MARGIN_PX,
        })}
      </li>
      <li>{t('Extend the background across the whole area so that no gaps show between areas.')}</li>
    </ul>
    <Pair>
      <Example isGood text={t('One icon and one or two words per area.')}>
        <circle className="ink" cx={416} cy={220} r={110} />
        <rect className="ink" x={256} y={400} width={320} height={56} rx={16} />
      </Example>
      <Example isGood={false} text={t('Long texts, or words close to the edge.')}>
        {[40, 130, 220, 310, 400, 490].map((y) => (
          <rect key={y} className="pale" x={8} y={y} width={790} height={44} />
        ))}
        <rect className="wrong" x={8} y={490} width={818} height={60} />
      </Example>
    </Pair>
    <h3>{t('Words')}</h3>
    <ul>
      <li>{t('Make letters at least 80 pixels high: phones show the image at a seventh of its size.')}</li>
      <li>{t('Thai vowels and tone marks need room above and below the line.')}</li>
      <li>{t('Say what happens: “See offers”, not “Click here”.')}</li>
      <li>{t('Screen readers read each action’s label. Make it say what the image says.')}</li>
    </ul>
    <h3>{t('Colours')}</h3>
    <ul>
      <li>{t('Text needs a contrast of at least 4.5 : 1 with its background.')}</li>
      <li>
        {t('%{platform}’s own bar below the menu is white, or black in the dark.', {
          platform: channelLabelsThatCan('richMenus'),
        })}
      </li>
    </ul>
  </Text>
);

const ImageGuide = () => (
  <Text>
    <Drawing
      viewBox="0 0 2600 2700"
      role="img"
      aria-label={t('Original is 2500 by 1686 pixels, compact 2500 by 843')}
    >
      <rect className="area" x={50} y={50} width={2500} height={1686} />
      <text x={1300} y={880}>
        {t('Original')}
      </text>
      <text className="small" x={1300} y={970}>
        2500 × 1686
      </text>
      <rect className="area" x={50} y={1800} width={2500} height={843} />
      <text x={1300} y={2210}>
        {t('Compact')}
      </text>
      <text className="small" x={1300} y={2300}>
        2500 × 843
      </text>
    </Drawing>
    <h3>{t('The file')}</h3>
    <dl>
      <dt>{t('Type')}</dt>
      <dd>{t('JPEG or PNG')}</dd>
      <dt>{t('Size')}</dt>
      <dd>{t('1 MB at most')}</dd>
      <dt>{t('Measures')}</dt>
      <dd>{t('exactly 2500 × 1686 pixels for original, 2500 × 843 for compact')}</dd>
    </dl>
    <h3>{t('When it is too large')}</h3>
    <ul>
      <li>{t('Save photos as JPEG at quality 80. PNG suits plain colours and text.')}</li>
      <li>{t('Other sizes can be cropped here: choose the image, then “Fit to 2500 × 1686”.')}</li>
      <li>
        {t('%{platform} shows no animation or transparency: transparent areas become white.', {
          platform: channelLabelsThatCan('richMenus'),
        })}
      </li>
    </ul>
  </Text>
);

interface GuideDialogProps {
  guide: 'design' | 'image';
  pattern: Pattern;
  onClose: () => void;
}

/** Dialog with the design guide of the chosen pattern, or with the requirements of the image file. */
export function GuideDialog({ guide, pattern, onClose }: GuideDialogProps) {
  const id = useId();
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth scroll="paper" aria-labelledby={id}>
      <DialogTitle id={id}>
        {guide === 'design' ? t('Design guide, pattern %{pattern}', { pattern }) : t('Image guide')}
      </DialogTitle>
      <DialogContent tabIndex={0}>
        {guide === 'design' ? <DesignGuide pattern={pattern} /> : <ImageGuide />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('Close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
