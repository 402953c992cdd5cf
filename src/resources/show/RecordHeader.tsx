import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { recordTitle } from '../../../schemas/model/fields.ts';
import { stateRuleRefusal } from '../../../schemas/model/lifecycle.ts';
import { matches } from '../../../schemas/model/match.ts';
import { zoneLabel } from '../../../schemas/model/zonedTime.ts';
import { mayEnter } from '../../authProvider/access.ts';
import { useAccess } from '../../authProvider/AccessContext.ts';
import { config } from '../../dataProvider/config.ts';
import { GuideButton } from '../panels/GuideButton.tsx';
import { phoneHeader } from '../../ui/phoneHeader.ts';
import { initials } from '../../ui/initials.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { useRecordActions } from '../actions/useRecordActions.tsx';
import { RecordTitle } from '../actions/RecordTitle.tsx';
import { useOpenPath } from '../openPath.ts';
import { useRights } from '../changes/useRights.ts';
import { Cell } from '../fieldKit/Value.tsx';
import { zoneOf } from '../clock.ts';
import { isBlank, type ListRecord } from '../fieldKit/types.ts';
import { fieldNamed } from '../columns.ts';
import { RecordViewers } from '../live/RecordViewers.tsx';
import { Icon } from '../menu/icons.tsx';
import { t } from '../../../schemas/texts/translate.ts';
import { type ConsoleEntity, product } from '../product.ts';
import { TEXT } from '../../theme/text.ts';
import { PHONE } from '../../theme/tokens.ts';

const Header = styled('header')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  minHeight: 40,
  marginBottom: 12,
  '& .deeds': { display: 'flex', alignItems: 'center', gap: 8 },
  '& .deeds > [aria-haspopup=menu]': { order: 1 },
  [theme.breakpoints.down('sm')]: {
    minHeight: 0,
    '&:not(:has(> :not(.deeds:empty)))': { display: 'none' },
    '& .deeds:empty': { display: 'none' },
    // The next transition's button takes the first line.
    '& .deeds': { flex: '1 0 100%', '& > *': { flex: 1 }, '& :is(a, button)': { width: '100%' } },
  },
  '& .names': { flex: '1 1 240px', minWidth: 0 },
  '& h1': {
    margin: 0,
    ...TEXT.title,
    fontWeight: 600,
    letterSpacing: '-0.012em',
    minWidth: 0,
  },
  // Items are separated by dots; the clip path hides the dot before the first of a line.
  '& .meta': {
    margin: '0 0 0 -20px',
    clipPath: 'inset(0 0 0 20px)',
    ...TEXT.small,
    color: 'var(--ink-2)',
  },
  // Links in text need more than a colour.
  '& .meta a': { textDecoration: 'underline' },
  '& .meta > span': { display: 'inline-block', maxWidth: '100%', position: 'relative', paddingLeft: 20 },
  '& .meta > span::before': { content: '"·"', position: 'absolute', left: 8 },
  '& .picture': { flexShrink: 0, marginRight: 8, lineHeight: 0 },
  '& .picture > span': { width: 48, height: 48 },
  '& .initials': {
    ...{ display: 'grid', placeItems: 'center', borderRadius: '50%' },
    ...{ fontSize: 16, fontWeight: 500, color: 'var(--ink-2)', backgroundColor: 'var(--press)' },
  },
}));

const HeadLine = styled('header')(phoneHeader);

/** The external site of a record, if configured and the user may enter it. */
const useExternalSite = ({ show: { site } }: ConsoleEntity) => {
  const access = useAccess();
  if (!site || !mayEnter(access, [site.product])) return undefined;
  const url = config().livechatUrl;
  const { icon } = product.products.find(({ id }) => id === site.product) ?? {};
  return url ? { ...site, url, icon } : undefined;
};

/** The header of a record: title, meta line and actions. */
export const RecordHeader = ({ model, record }: { model: ConsoleEntity; record: ListRecord }) => {
  const { may } = useRights(model);
  const paths = useOpenPath(model);
  const picture = model.show.picture === undefined ? undefined : fieldNamed(model, model.show.picture);
  const meta = model.show.meta
    .map((name) => fieldNamed(model, name))
    .filter((field) => field !== undefined)
    .filter((field) => !isBlank(record[field.name]) && matches(field.visibleWhen, record));
  const site = useExternalSite(model);
  const refusal = stateRuleRefusal(model, 'edit', record);
  const actions = useRecordActions(model, record, {
    without: ['show', 'history', ...(refusal === undefined ? ['edit'] : [])],
  });
  // On phones the title is in the screen's head.
  const phone = useMediaQuery(PHONE);
  const name = (
    <h1>
      <RecordTitle model={model} record={record} />
    </h1>
  );
  const metaLine = meta.length > 0 && (
    <p className="meta">
      {meta.map((field) => (
        <span key={field.name}>
          {/* A relative time needs its label. */}
          {field.display === 'relative-time' && `${field.title} `}
          <Cell field={field} value={record[field.name]} />
          {field.display === 'date-time' && ` ${zoneLabel(zoneOf(field))}`}
        </span>
      ))}
    </p>
  );
  // Where the record's state forbids editing, the menu says why.
  const edit = may('update') && refusal === undefined && (
    <ActionButton
      variant={actions.next || site ? 'outlined' : 'contained'}
      entry={{ id: 'edit', label: t('Edit'), to: paths('edit', record.id) }}
    />
  );
  const header = (
    <Header>
      {picture && (
        <span className="picture">
          {isBlank(record[picture.name]) || picture.type === 'text' ? (
            <span className="initials" aria-hidden>
              {initials(String(record[picture.name] ?? recordTitle(model, record)))}
            </span>
          ) : (
            <Cell field={{ ...picture, display: 'avatar' }} value={record[picture.name]} />
          )}
        </span>
      )}
      {(metaLine || !phone) && (
        <div className="names">
          {!phone && name}
          {metaLine}
        </div>
      )}
      <RecordViewers entity={model.name} id={record.id} />
      <div className="deeds">
        {!phone && <GuideButton />}
        {!phone && actions.head}
        {!phone && edit}
        {site && !actions.next && (
          <Button
            variant="contained"
            href={site.url}
            target="_blank"
            rel="noreferrer"
            startIcon={<Icon name={site.icon} />}
          >
            {site.label}
          </Button>
        )}
        {actions.next}
      </div>
    </Header>
  );
  if (!phone) return header;
  return (
    <>
      <HeadLine data-page-head>
        {name}
        <GuideButton />
        {edit}
        {actions.head}
      </HeadLine>
      {header}
    </>
  );
};
