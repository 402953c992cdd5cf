import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router';
import type { AttentionItem } from '../../../schemas/system/responses.ts';
import { screenAt } from '../../resources/paths.ts';
import { product } from '../../resources/product.ts';
import { t } from '../../../schemas/texts/translate.ts';

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
    <section aria-label={t('Needs attention')}>
      {items.map(({ id, severity, title, advice, technical, link }) => (
        <Alert
          key={id}
          severity={severity === 'critical' ? 'error' : 'warning'}
          sx={{ mb: 1 }}
          action={
            link === undefined ? undefined : (
              <Button size="small" color="inherit" component={Link} to={link}>
                {screenAt(product.entities, link.split('?')[0] ?? link)?.model.plural ?? t('Open')}
              </Button>
            )
          }
        >
          <b>{title}</b>
          <br />
          {advice}
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
    </section>
  );
