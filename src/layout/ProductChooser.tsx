import ChevronRight from '@mui/icons-material/ChevronRight';
import OpenInNew from '@mui/icons-material/OpenInNew';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useEffect } from 'react';
import { Link, Navigate } from 'react-router';
import { Icon } from '../resources/menu/icons.tsx';
import { LatestRecords } from './LatestRecords.tsx';
import { PageTitle } from '../resources/panels/PageTitle.tsx';
import type { ProductChoice } from './products.ts';
import { APP_NAME } from '../resources/menu/useTrail.ts';
import { useChosenProduct, useProducts } from './useLandingContext.ts';
import { t } from '../../schemas/texts/translate.ts';

/** A list of products: the product at the left, its latest records at the right. */
const Cards = styled('ul')({
  margin: '16px 0 0',
  padding: 0,
  listStyle: 'none',
  display: 'grid',
  borderTop: '1px solid var(--line)',
});

const Card = styled('li')(({ theme }) => ({
  position: 'relative',
  boxSizing: 'border-box',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'center',
  gap: '12px 32px',
  minHeight: 96,
  padding: '16px 32px 16px 0',
  borderBottom: '1px solid var(--line)',
  // Arrow of the link.
  '& > .on': { position: 'absolute', right: 0, top: 'calc(50% - 9px)', fontSize: 18, color: 'var(--ink-3)' },
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: '272px minmax(0, 1fr)',
    // The latest records begin on the line of the name.
    ...{ alignItems: 'start', paddingBlock: 20 },
    '& > ul': { marginTop: -7 },
    '& > p': { marginTop: 3 },
  },
  // The latest records are below the name, with the same indent.
  [theme.breakpoints.down('md')]: { '& > .on': { top: 19 }, '& > ul, & > p': { marginLeft: 36 } },
  '&:has(.open:hover) .open span:first-of-type': { color: 'var(--accent-text)' },
  // Names have the same height, however long the descriptions.
  '& .open': {
    alignSelf: 'start',
    display: 'grid',
    gridTemplateColumns: '24px 1fr',
    gap: '2px 12px',
    color: 'var(--ink)',
    textDecoration: 'none',
    outline: 0,
  },
  // The card is the link, except for the records on it.
  '& .open::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 8 },
  '& .open:focus-visible::after': { outline: '2px solid var(--focus)', outlineOffset: 2 },
  '& .open > svg': { gridRow: 'span 2', width: 24, height: 24, color: 'var(--ink-2)' },
}));

const Head = ({ label, description, icon, url }: ProductChoice) => (
  <>
    <Icon name={icon} />
    <Typography variant="subtitle1" component="span" sx={{ fontWeight: 600 }}>
      {label} {url && <OpenInNew aria-hidden sx={{ fontSize: 14, verticalAlign: 'baseline' }} />}
    </Typography>
    <Typography variant="body2" color="textSecondary" component="span">
      {description}
    </Typography>
  </>
);

/** Lets people with several products choose one, with the latest records of each. The choice is stored for the next time. */
export const ProductChooser = () => {
  const products = useProducts();
  const [chosen, setChosen] = useChosenProduct();
  useEffect(() => {
    document.title = t('Products · %{appName}', { appName: APP_NAME });
  }, []);
  // Without any product, the root shows what there is.
  if (products.length === 0) return <Navigate to="/" replace />;
  return (
    <Box sx={{ maxWidth: 1440 }}>
      <PageTitle>{t('Choose a product')}</PageTitle>
      <Typography color="textSecondary">
        {t('This opens when you sign in. Switch anytime from the menu.')}
      </Typography>
      <Cards>
        {products.map((product) => (
          <Card key={product.id} data-chosen={product.id === chosen || undefined}>
            {product.path ? (
              <Link
                className="open"
                to={product.path}
                aria-current={product.id === chosen || undefined}
                onClick={() => setChosen(product.id)}
              >
                <Head {...product} />
              </Link>
            ) : (
              <a
                className="open"
                href={product.url}
                target="_blank"
                rel="noreferrer"
                aria-label={t('%{label} (new tab)', { label: product.label })}
              >
                <Head {...product} />
              </a>
            )}
            <ChevronRight aria-hidden className="on" />
            {product.recentEntities && (
              <LatestRecords label={product.label} entities={product.recentEntities} />
            )}
          </Card>
        ))}
      </Cards>
    </Box>
  );
};
