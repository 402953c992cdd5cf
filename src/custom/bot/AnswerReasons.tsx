import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useNotify } from 'react-admin';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { channelLabelOf } from '../../channels/registry.ts';
import { useRecordPath } from './useRecordPath.ts';
import { TeachSentence } from './TeachSentence.tsx';
import type { BotTestResult } from '../../../schemas/understanding/botTest.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Frame = styled('section')({
  marginTop: 12,
  ...TEXT.small,
  '& header': { display: 'flex', justifyContent: 'space-between', color: 'var(--ink-3)' },
  '& h3': { margin: 0, ...TEXT.small, fontWeight: 600, color: 'var(--ink)' },
  '& a': { color: 'var(--accent-text)', fontFamily: 'var(--mono, monospace)', fontSize: 12 },
  '& summary': { cursor: 'pointer', padding: '6px 0', color: 'var(--ink-2)' },
  '& pre': {
    margin: 0,
    padding: 8,
    maxHeight: 260,
    overflow: 'auto',
    borderRadius: 6,
    background: 'var(--sunken)',
    fontSize: 11,
    lineHeight: '16px',
  },
});
/** Focusable for scrolling with the keyboard. */
const Scroll = styled('div')({});
const Row = styled('div')({
  display: 'grid',
  gridTemplateColumns: '72px minmax(0, 1fr)',
  gap: 8,
  padding: '6px 0',
  borderTop: '1px solid var(--line)',
  '& > span': { color: 'var(--ink-3)' },
  '& ol': { margin: 0, padding: '0 0 0 16px' },
});
const Score = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 72px 32px',
  alignItems: 'center',
  gap: 8,
  ...TEXT.caption,
  '& > i': { height: 4, borderRadius: 2, background: 'var(--line)', overflow: 'hidden' },
  '& > i > i': { display: 'block', height: '100%', background: 'var(--ink-3)' },
  '&[data-first] > i > i': { background: 'var(--accent)' },
  '& > b': { fontWeight: 400, textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
});
const Chip = styled('span')({
  display: 'inline-block',
  marginRight: 8,
  '& b': {
    padding: '0 6px',
    border: '1px solid var(--field)',
    borderRadius: 4,
    fontWeight: 400,
  },
});

/** The reasons of the bot's answer: rule, intent with scores, entities, mapper, template, and the JSON to send. */
export const AnswerReasons = ({ said, trial }: { said: string; trial: BotTestResult }) => {
  const { scores, entities, ids, steps, payloads, ms } = trial;
  return (
    <Frame aria-label={t('Why this answer')}>
      <header>
        <h3>{t('Why this answer')}</h3>
        <span>{t('%{max} ms', { max: Math.max(1, Math.round(ms)) })}</span>
      </header>
      <Section label={t('Rule')}>
        {trial.rule ? (
          <RecordLink entity="chat-logic" id={ids.rule} name={trial.rule} />
        ) : (
          t('No rule matches')
        )}
      </Section>
      <Section label={t('Intent')}>
        {trial.intent ? (
          <RecordLink entity="intent" id={ids.intent} name={trial.intent} />
        ) : (
          unsureText(trial)
        )}
        {scores.slice(0, 3).map(({ id, intent, score }, index) => (
          <Score key={id} data-first={(index === 0 && trial.intent !== null) || undefined}>
            <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{intent}</span>
            <i aria-hidden>
              <i style={{ width: `${score * 100}%` }} />
            </i>
            <b>{score.toFixed(2)}</b>
          </Score>
        ))}
      </Section>
      {entities.length > 0 && (
        <Section label={t('Entities')}>
          {entities.map(({ entity, value }, index) => (
            <Chip key={index}>
              {entity} <b>{value}</b>
            </Chip>
          ))}
        </Section>
      )}
      {trial.mapper && (
        <Section label={t('Mapper')}>
          <RecordLink entity="mapper" id={ids.mapper} name={trial.mapper} />
        </Section>
      )}
      {trial.template && (
        <Section label={t('Template')}>
          <RecordLink entity="template" id={ids.template} name={trial.template} />
        </Section>
      )}
      <Section label={t('Steps')}>
        <ol>
          {steps.map(({ text }, index) => (
            <li key={index}>{text}</li>
          ))}
        </ol>
      </Section>
      <TeachSentence said={trial.chosen?.text ?? said} likely={findLikelyIntent(trial)} />
      {Object.entries(payloads).map(([type, { messages }]) => (
        <Payload key={type} label={t('JSON for %{type}', { type: channelLabelOf(type) })}>
          {JSON.stringify(messages, null, 2)}
        </Payload>
      ))}
    </Frame>
  );
};

/** Why no intent was recognised: something before intents answered, or none was confident enough. */
function unsureText({ failed, steps, threshold }: BotTestResult): string {
  if (steps.some(({ step }) => step === 'choice')) return t('Several are close together, so the bot asks');
  return failed
    ? t('Not sure enough, needs %{confidence}', { confidence: threshold.toFixed(2) })
    : t('None was needed');
}

/** The intent to teach the sentence to by default: the recognised one, else the closest. */
const findLikelyIntent = ({ chosen, ids, scores: [best] }: BotTestResult) => {
  if (chosen && ids.intent) return { id: ids.intent, name: chosen.intent };
  return best && { id: best.id, name: best.intent };
};

const Section = ({ label, children }: { label: string; children: ReactNode }) => (
  <Row>
    <span>{label}</span>
    <div>{children}</div>
  </Row>
);

const RecordLink = ({ entity, id, name }: { entity: string; id: string | null; name: string }) => {
  const path = useRecordPath(entity, id);
  return path === undefined ? <code>{name}</code> : <Link to={path}>{name}</Link>;
};

const Payload = ({ label, children }: { label: string; children: string }) => {
  const notify = useNotify();
  const copy = (): void =>
    void navigator.clipboard.writeText(children).then(
      () => notify(t('Copied'), { type: 'success' }),
      () => notify(t('This could not be copied. Select it and copy it by key.'), { type: 'warning' }),
    );
  return (
    <details>
      <summary>{label}</summary>
      <Scroll role="region" aria-label={label} tabIndex={0}>
        <pre>{children}</pre>
      </Scroll>
      <Button size="small" onClick={copy}>
        {t('Copy')}
      </Button>
    </details>
  );
};
