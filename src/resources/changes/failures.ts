import { HttpError } from 'react-admin';
import { errorCode, fieldErrors, GENERIC } from '../../dataProvider/errors.ts';
import type { HttpErrorBody } from '../../dataProvider/errors.ts';
import type { FieldErrors, JsonObject } from '../../../schemas/model/types.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** A record that blocks a change, or that failed. */
export interface Obstacle {
  key: string;
  /** The record to link to, where it has a screen. */
  entity?: string;
  id?: string;
  title: string;
  detail?: string;
}

/** Why a change failed. */
export interface Failure {
  message: string;
  /** The service's code: `STALE`, `STATE`, `IN_USE`, `DUPLICATE`… */
  code: string | undefined;
  /** Messages by pointer into the request; empty when no field caused the failure. */
  fields: FieldErrors;
  /** `STALE`, `STATE`: the current record. */
  current: JsonObject | undefined;
  /** `IN_USE`: the record's uses that the user may see. */
  usedBy: Obstacle[];
  /** Rejected by the record's current checks. */
  isChecked: boolean;
  /** 0 without a response. */
  status: number;
}

/** The message to show for a failure. */
export const messageOf = (error: unknown): string => (error instanceof Error && error.message) || GENERIC;

export const toFailure = (error: unknown): Failure => {
  const body = error instanceof HttpError ? (error.body as HttpErrorBody | null) : null;
  const current = body?.current;
  return {
    message: messageOf(error),
    code: errorCode(error),
    fields: fieldErrors(error),
    current: current !== null && typeof current === 'object' ? (current as JsonObject) : undefined,
    usedBy: toObstacles(body?.usedBy, body?.hidden),
    isChecked: body?.checks !== undefined,
    status: error instanceof HttpError ? error.status : 0,
  };
};

/** Converts uses of a record to obstacles; hidden ones are counted. */
export const toObstacles = (usedBy: HttpErrorBody['usedBy'] = [], hidden = 0): Obstacle[] => {
  const seen = usedBy.map((use) => ({ ...use, key: `${use.entity}/${use.id}` }));
  if (hidden === 0) return seen;
  const title = t('%{hidden} %{noun} that you may not see', {
    hidden,
    noun: hidden === 1 ? t('record') : t('records'),
  });
  return [...seen, { key: 'hidden', title: seen.length > 0 ? t('and %{title}', { title }) : title }];
};

/** Whether the request may have been executed despite the failure: no response, or a gateway error. */
export const mayHaveArrived = (status: number): boolean => status === 0 || status >= 502;
