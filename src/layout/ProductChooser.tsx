import OpenInNew from '@mui/icons-material/OpenInNew';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useEffect } from 'react';
import { Link, Navigate } from 'react-router';
import { Icon } from '../resources/menu/icons.tsx';
import { PageTitle } from './PageTitle.tsx';
import type { ProductChoice } from './products.ts';
import { APP_NAME } from './useTrail.ts';
import { useChosenProduct, useProducts } from './useVisitor.ts';

const Choice = styled('a')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  return {
    display: 'grid',
    gridTemplateColumns: '36px 1fr',
    gridTemplateRows: 'auto 1fr',
    gap: '2px 14px',
    alignItems: 'start',
    height: '100%',
    padding: 20,
    borderRadius: 8,
    border: '1px solid var(--frame)',
    background: palette.background.paper,
    color: palette.text.primary,
    textDecoration: 'none',
    transition: 'border-color var(--fast)',
    '&:hover, &:focus-visible, &[aria-current=true]': { borderColor: palette.primary.main },
    '& > svg': { gridRow: 'span 2', fontSize: 24, color: palette.text.secondary },
  };
});

const Body = ({ label, description, icon, url }: ProductChoice) => (
  <>
    <Icon name={icon} />
    <Typography variant="subtitle1" component="span">
      {label} {url && <OpenInNew aria-hidden sx={{ fontSize: 14, verticalAlign: 'baseline' }} />}
    </Typography>
    <Typography variant="body2" color="textSecondary" component="span">
      {description}
    </Typography>
  </>
);

/** For people with more than one product: where to today. The choice is kept for the next time. */
export const ProductChooser = () => {
  const products = useProducts();
  const [chosen, setChosen] = useChosenProduct();
  useEffect(() => {
    document.title = `Products · ${APP_NAME}`;
  }, []);
  // Without anything to choose from, the root knows where to go.
  if (products.length === 0) return <Navigate to="/" replace />;
  return (
    <Box sx={{ maxWidth: 880 }}>
      <PageTitle>Choose a product</PageTitle>
      <Typography color="textSecondary">
        This opens when you sign in. Switch anytime from the menu.
      </Typography>
      <Box
        component="ul"
        sx={{
          m: 0,
          mt: 3,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
        }}
      >
        {products.map((product) => (
          <li key={product.id}>
            {product.path ? (
              <Choice
                as={Link}
                // The styled element is an anchor; react-router's takes its address from `to`.
                {...{ to: product.path }}
                aria-current={product.id === chosen || undefined}
                onClick={() => setChosen(product.id)}
              >
                <Body {...product} />
              </Choice>
            ) : (
              <Choice
                href={product.url}
                target="_blank"
                rel="noreferrer"
                aria-label={`${product.label} (new tab)`}
              >
                <Body {...product} />
              </Choice>
            )}
          </li>
        ))}
      </Box>
    </Box>
  );
};
