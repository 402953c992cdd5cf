import { HttpError } from 'react-admin';
import { errorCode, fieldErrors, GENERIC } from '../../dataProvider/errors.ts';
import type { HttpErrorBody } from '../../dataProvider/errors.ts';
import type { FieldErrors, JsonObject } from '../../../schemas/model/types.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Something that stands in the way, or that could not be done. */
export interface Obstacle {
  key: string;
  /** The record to look at, where there is a screen for it. */
  entity?: string;
  id?: string;
  title: string;
  detail?: string;
}

/** Why a change was refused, as the screens need it. */
export interface Failure {
  message: string;
  /** The service's code: `STALE`, `STATE`, `IN_USE`, `DUPLICATE`… */
  code: string | undefined;
  /** Messages by pointer into what was sent; empty when no field is to blame. */
  fields: FieldErrors;
  /** `STALE`, `STATE`: the record as it is now. */
  current: JsonObject | undefined;
  /** `IN_USE`: where the record is used, as far as the person may see it. */
  usedBy: Obstacle[];
  /** It was refused for what its checks find by now. */
  isChecked: boolean;
  /** 0 when there was no answer at all. */
  status: number;
}

/** The sentence that a failure shows. */
export const messageOf = (error: unknown): string => (error instanceof Error && error.message) || GENERIC;

export const failureOf = (error: unknown): Failure => {
  const body = error instanceof HttpError ? (error.body as HttpErrorBody | null) : null;
  const current = body?.current;
  return {
    message: messageOf(error),
    code: errorCode(error),
    fields: fieldErrors(error),
    current: current !== null && typeof current === 'object' ? (current as JsonObject) : undefined,
    usedBy: obstaclesOf(body?.usedBy, body?.hidden),
    isChecked: body?.checks !== undefined,
    status: error instanceof HttpError ? error.status : 0,
  };
};

/** Uses of a record as obstacles; those that the person may not see are counted. */
export const obstaclesOf = (usedBy: HttpErrorBody['usedBy'] = [], hidden = 0): Obstacle[] => {
  const seen = usedBy.map((use) => ({ ...use, key: `${use.entity}/${use.id}` }));
  if (hidden === 0) return seen;
  const title = t('%{hidden} %{noun} that you may not see', {
    hidden,
    noun: hidden === 1 ? t('record') : t('records'),
  });
  return [...seen, { key: 'hidden', title: seen.length > 0 ? t('and %{title}', { title }) : title }];
};

/** Whether a failure leaves open what became of the request: nothing came back, or only a gateway's word. */
export const mayHaveArrived = (status: number): boolean => status === 0 || status >= 502;
