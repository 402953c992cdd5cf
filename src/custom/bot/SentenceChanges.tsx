import { Link } from 'react-router';
import type { SentenceChange } from '../../../schemas/understanding/training.ts';
import { ReportTable, Section } from './reportParts.tsx';
import { t } from '../../../schemas/texts/translate.ts';

interface Props {
  sentences: readonly SentenceChange[];
  title: string;
}

/** Test sentences whose result differs from the previous model's. */
export const SentenceChanges = ({ sentences, title }: Props) =>
  sentences.length === 0 ? null : (
    <Section>
      <h2>{title}</h2>
      <p>{t('The worse first.')}</p>
      <ReportTable head={[t('Sentence'), t('Result'), t('Before'), t('Now')]}>
        {sentences.map(({ id, sentence, passed, before, now }) => (
          <tr key={id}>
            <td>
              <Link to={`/chatbot/intent/tests/${id}`}>{sentence}</Link>
            </td>
            <td style={{ color: passed ? 'var(--success)' : 'var(--danger)', whiteSpace: 'nowrap' }}>
              {passed ? t('Better') : t('Worse')}
            </td>
            <td>{before}</td>
            <td>{now}</td>
          </tr>
        ))}
      </ReportTable>
    </Section>
  );
