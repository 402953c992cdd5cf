import Alert from '@mui/material/Alert';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router';
import type { AttentionItem } from '../../../schemas/system/responses.ts';
import { screenAt } from '../../resources/paths.ts';
import { product } from '../../resources/product.ts';
import { TOUCH_DEVICE } from '../../theme/touch.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Side by side where there is room. */
const Items = styled('section')({
  display: 'grid',
  gap: 8,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(400px, 100%), 1fr))',
});

/** The screen where it is solved, as a line of its own. */
const ScreenLink = styled(Link)({
  display: 'block',
  width: 'fit-content',
  color: 'inherit',
  textUnderlineOffset: 2,
  [TOUCH_DEVICE]: { padding: '13px 0', marginBlock: -4 },
});

const TechnicalDetails = styled('details')({
  overflowWrap: 'anywhere',
  '& summary': {
    width: 'fit-content',
    listStyle: 'none',
    cursor: 'pointer',
    textDecoration: 'underline',
    textUnderlineOffset: 2,
  },
  '& summary::-webkit-details-marker': { display: 'none' },
  '& code': { display: 'block', fontSize: 12 },
});

/** Problems that an administrator has to solve, the most severe first. */
export const AttentionList = ({ items }: { items: readonly AttentionItem[] }) =>
  items.length === 0 ? (
    <Alert severity="success" sx={{ mb: 2 }}>
      {t('Everything runs. Nothing needs your attention.')}
    </Alert>
  ) : (
    <Items aria-label={t('Needs attention')}>
      {items.map(({ id, severity, title, advice, technical, link }) => (
        <Alert key={id} severity={severity === 'critical' ? 'error' : 'warning'}>
          <b>{title}</b>
          <br />
          {advice}
          {link === undefined ? null : (
            <ScreenLink to={link}>
              {screenAt(product.entities, link.split('?')[0] ?? link)?.model.plural ?? t('Open')}
            </ScreenLink>
          )}
          {technical === undefined ? null : (
            <TechnicalDetails>
              <summary>{t('Technical details')}</summary>
              {technical.split(' · ').map((one) => (
                <code key={one}>{one}</code>
              ))}
            </TechnicalDetails>
          )}
        </Alert>
      ))}
    </Items>
  );
