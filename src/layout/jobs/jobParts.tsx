import Button from '@mui/material/Button';
import { language } from '../../i18n/language.ts';
import LinearProgress from '@mui/material/LinearProgress';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useDataProvider, useNotify } from 'react-admin';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { messageOf } from '../../resources/changes/failures.ts';
import type { JobRecord } from './useJobs.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Progress of a job: a count where it has a total, else indeterminate. */
export const JobProgress = ({ job: { title, done, total } }: { job: JobRecord }) =>
  done === undefined || !total ? (
    <LinearProgress aria-label={t('Progress of %{title}', { title })} sx={{ my: 0.5 }} />
  ) : (
    <>
      <LinearProgress
        variant="determinate"
        value={Math.min(100, (done / total) * 100)}
        aria-label={t('Progress of %{title}', { title })}
        sx={{ my: 0.5 }}
      />
      <Typography variant="caption" color="textSecondary">
        {t('%{count} of %{all}', {
          count: done.toLocaleString(language()),
          all: total.toLocaleString(language()),
        })}
      </Typography>
    </>
  );

/** Link to a job's result: a file is downloaded with the person's token, anything else is opened. */
export const JobResultLink = ({ link, asButton = false }: { link: string; asButton?: boolean }) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  const [isLoading, setLoading] = useState(false);
  const save = async (): Promise<void> => {
    setLoading(true);
    try {
      const [file, { saveFile }] = await Promise.all([
        dataProvider.download(link),
        import('../../dataProvider/downloads.ts'),
      ]);
      saveFile(file);
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    } finally {
      setLoading(false);
    }
  };
  const buttonProps = asButton ? { variant: 'contained' as const, color: 'primary' as const } : undefined;
  if (buttonProps && link.startsWith('/api/'))
    return (
      <Button {...buttonProps} loading={isLoading} onClick={() => void save()}>
        {t('Download the file')}
      </Button>
    );
  if (buttonProps)
    return (
      <Button
        {...buttonProps}
        {...(link.startsWith('/')
          ? { component: Link, to: link }
          : { href: link, target: '_blank', rel: 'noreferrer' })}
      >
        {t('Open the result')}
      </Button>
    );
  if (link.startsWith('/api/'))
    return (
      <MuiLink
        component="button"
        type="button"
        variant="body2"
        disabled={isLoading}
        onClick={() => void save()}
      >
        {isLoading ? t('Downloading…') : t('Download the file')}
      </MuiLink>
    );
  return link.startsWith('/') ? (
    <MuiLink component={Link} to={link} variant="body2">
      {t('Open the result')}
    </MuiLink>
  ) : (
    <MuiLink href={link} target="_blank" rel="noreferrer" variant="body2">
      {t('Open the result')}
    </MuiLink>
  );
};
