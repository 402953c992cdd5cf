import Block from '@mui/icons-material/Block';
import Button from '@mui/material/Button';
import { HttpError } from 'react-admin';
import { Link } from 'react-router';
import { CONNECTIVITY_MESSAGE, GENERIC, GENERIC_MESSAGE, GENERIC_TITLE } from '../../dataProvider/errors.ts';
import { messageOf } from '../changes/failures.ts';
import { entityLabel } from '../entityLabels.ts';
import { Icon } from '../menu/icons.tsx';
import type { EmptyTabModel } from '../../../schemas/model/types.ts';
import { StatePanel } from './StatePanel.tsx';
import { type ConsoleEntity, entityByName } from '../product.ts';
import { pathOf } from '../paths.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import { t } from '../../../schemas/texts/translate.ts';

interface EmptyStateProps {
  model: ConsoleEntity;
  /** Path to create the first record; undefined without the right to. */
  createPath?: string;
  /** Location state for the form. */
  createState?: object;
  /** The schema's texts for the empty tab or list. */
  texts?: EmptyTabModel;
}

/** The icon of an entity's menu entry; rows for one without. */
const EntityIcon = ({ model }: { model: ConsoleEntity }) => (
  <Icon name={model.menu ? model.menu.icon : 'report'} />
);

/** The empty state of a list: description and create button. */
export const EmptyState = ({ model, texts, createPath, createState }: EmptyStateProps) => (
  <StatePanel
    icon={<EntityIcon model={model} />}
    title={t('No %{noun} yet', { noun: entityLabel(model, 0) })}
    text={model.description}
    {...texts}
  >
    {texts?.links?.map((entity, index) => (
      <ListLink key={entity} entity={entity} isPrimary={index === 0 && !createPath} />
    ))}
    {createPath && (
      <Button variant="contained" component={Link} to={createPath} state={createState}>
        {model.addLabel ?? t('Create %{title}', { title: model.title.toLowerCase() })}
      </Button>
    )}
  </StatePanel>
);

/** A link to an entity's list, if the user may see it. */
const ListLink = ({ entity, isPrimary }: { entity: string; isPrimary: boolean }) => {
  const model = entityByName(entity);
  return useMay()(entity, 'list') ? (
    <Button variant={isPrimary ? 'contained' : 'outlined'} component={Link} to={pathOf(model, 'list')}>
      {t('Go to %{list}', { list: model.plural })}
    </Button>
  ) : null;
};

interface EmptyTabProps {
  model: ConsoleEntity;
  tab: string;
  onShowAll: () => void;
}

/** There are records, but none in this tab. */
export const EmptyTabState = ({ model, tab, onShowAll }: EmptyTabProps) => (
  <StatePanel
    icon={<EntityIcon model={model} />}
    title={t('No %{noun} in “%{tab}”', { noun: entityLabel(model, 0), tab })}
    text={t('Check the other tabs.')}
  >
    <Button variant="outlined" onClick={onShowAll}>
      {t('Show all')}
    </Button>
  </StatePanel>
);

interface ErrorStateProps {
  error: unknown;
  /** The title for failures other than missing permission. */
  title?: string;
  onRetry?: () => void;
  /** For filtered lists: a link may have a filter that is no longer valid. */
  onClear?: () => void;
  /** Without inline padding. */
  inPlace?: boolean;
}

/** Title and text of a failure, with the agreed wording for generic ones. */
const buildErrorTexts = (error: unknown, title: string): [title: string, text: string] => {
  const text = messageOf(error);
  if (text === GENERIC)
    return [GENERIC_TITLE, title === GENERIC_TITLE ? GENERIC_MESSAGE : `${title}. ${GENERIC_MESSAGE}.`];
  return [text === CONNECTIVITY_MESSAGE ? t('No connection') : title, text];
};

/** A failed load with its reason and a retry button; without retry when permission is missing. */
export const ErrorState = ({
  error,
  title = t('This could not be loaded'),
  onRetry,
  onClear,
  inPlace,
}: ErrorStateProps) => {
  if (error instanceof HttpError && error.status === 403)
    return <ForbiddenState text={error.message} inPlace={inPlace} />;
  const [heading, text] = buildErrorTexts(error, title);
  return (
    <StatePanel alert title={heading} text={text} inPlace={inPlace}>
      {onRetry && (
        <Button variant="outlined" onClick={onRetry}>
          {t('Try again')}
        </Button>
      )}
      {onClear && (
        <Button color="inherit" onClick={onClear}>
          {t('Clear search and filters')}
        </Button>
      )}
    </StatePanel>
  );
};

/** The user may not see this. */
const ForbiddenState = ({ text, inPlace }: { text?: string; inPlace?: boolean }) => (
  <StatePanel
    inPlace={inPlace}
    icon={<Block aria-hidden />}
    title={t('You have no access to this')}
    text={text ?? t('Ask your workspace administrator if you need it.')}
  />
);
