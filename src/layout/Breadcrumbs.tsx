import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { Link } from 'react-router';
import { useTrail } from './useTrail.ts';

/** Where the screen stands: group, list, record. On a phone only the last step is shown. */
export const Breadcrumbs = () => {
  const trail = useTrail();
  return (
    <Box component="nav" aria-label="Breadcrumbs" sx={{ minWidth: 0, flex: 1 }}>
      <Box component="ol" sx={{ display: 'flex', gap: 1, m: 0, p: 0, listStyle: 'none', minWidth: 0 }}>
        {trail.map(({ label, path }, at) => {
          const isLast = at === trail.length - 1;
          return (
            <Box
              component="li"
              key={`${at} ${label}`}
              sx={{
                display: { xs: isLast ? 'flex' : 'none', sm: 'flex' },
                gap: 1,
                minWidth: 0,
                whiteSpace: 'nowrap',
                flexShrink: isLast ? 1 : 0,
                color: isLast ? 'text.primary' : 'text.secondary',
                fontWeight: isLast ? 500 : 400,
              }}
            >
              {at > 0 && (
                <Box
                  component="span"
                  aria-hidden
                  sx={{ color: 'text.disabled', display: { xs: 'none', sm: 'inline' } }}
                >
                  /
                </Box>
              )}
              <Box
                component="span"
                aria-current={isLast ? 'page' : undefined}
                sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}
              >
                {path && !isLast ? (
                  <MuiLink component={Link} to={path} color="inherit">
                    {label}
                  </MuiLink>
                ) : (
                  label
                )}
              </Box>
            </Box>
          );
        })}
      </Box>
    </Box>
  );
};
