export { Jobs } from './jobs.ts';
export type { JobsOptions } from './jobs.ts';
export { databaseNow, nextTime } from './schedules.ts';
export type { Schedule } from './schedules.ts';
export { JOB_TABLES } from './tables.ts';
export { JobError } from './types.ts';
export type {
  EnqueueOptions,
  JobChange,
  JobContext,
  JobDefinition,
  JobOutcome,
  JobState,
  Starter,
} from './types.ts';
