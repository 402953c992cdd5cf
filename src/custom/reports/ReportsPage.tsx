import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { REPORT_TYPES, type ReportType } from '../../../schemas/reports/timeframes.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import { PageTitle } from '../../resources/panels/PageTitle.tsx';
import { NewReport } from './NewReport.tsx';
import { hasEntity } from '../../resources/product.ts';
import { OwnReports } from './OwnReports.tsx';
import { TYPE_ENTITIES } from './reportTexts.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** The form beside the list, each up to the edges of the content. */
const Zones = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '328px minmax(0, 1fr)',
  margin: '0 calc(-1 * var(--edge)) calc(-1 * var(--edge))',
  borderTop: '1px solid var(--line)',
  minHeight: 'calc(100% - 44px + var(--edge))',
  '& > * + *': { borderLeft: '1px solid var(--line)' },
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    '& > * + *': { borderLeft: 0, borderTop: '1px solid var(--line)' },
  },
}));

/** The form of a new report, and the person's reports. */
export const ReportsPage = () => {
  const may = useMay();
  const types = REPORT_TYPES.filter(
    (type) => hasEntity(TYPE_ENTITIES[type]) && may(TYPE_ENTITIES[type], 'list'),
  );
  const [type, onChoose] = useState<ReportType>(types[0] ?? 'messages');
  const choice = { types: may('report', 'create') ? types : [], type, onChoose };
  return (
    <>
      <PageTitle>{t('Report')}</PageTitle>
      <Zones>
        {may('report', 'create') ? <NewReport {...choice} /> : <span />}
        <OwnReports />
      </Zones>
    </>
  );
};
