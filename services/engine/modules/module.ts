import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { EntityRecord, Json, JsonObject, ProductModel } from '../../../schemas/model/types.ts';
import type { AttentionItem } from '../../../schemas/system/responses.ts';
import type { Random } from './random.ts';
import type { FileFormat } from '../resources/fileFormat.ts';
import type { ImportLayout } from '../resources/importLayout.ts';
import type { Files } from '../files/index.ts';
import type { JobContext, JobDefinition, JobOutcome, Jobs, Schedule } from '../jobs/index.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { MetricDescription, MetricSample } from '../metrics/description.ts';
import type { Audience } from '../live/messages.ts';
import type {
  ActionCall,
  ActionCheck,
  CheckCall,
  EntityHooks,
  OwnRecordAdditions,
  RecordFigure,
} from '../resources/actions.ts';
import type { Services } from '../resources/services.ts';
import type { Settings } from '../settings/settings.ts';
import type { Database } from '../storage/database.ts';
import type { Migration } from '../storage/migrations/migration.ts';
import type { UserPool } from '../userPool/index.ts';

/** Services available to a module's code. */
export interface Context {
  settings: Settings;
  db: Database;
  jobs: Jobs;
  files: Files;
  /** Sends in the background, if the given transaction commits. */
  mailer: Mailer;
  /** Delivers a mail at once; for the mail job. */
  delivery: Mailer;
  /** The embedded pool; absent with a managed one. */
  userPool?: UserPool;
  /** The current services; they are replaced when another product is loaded. */
  services(): Services;
  /** Publishes an event, declared in `events`, to open consoles of all processes. */
  publish(event: string, json: Json, options: { to: Audience }): Promise<void>;
  /** Problems that administrators have to solve, of all modules. */
  attention(): Promise<AttentionItem[]>;
  /** The OpenAPI document, as JSON. */
  openApi(): string;
  /** Logs an unexpected error that no caller waits for. */
  onError(error: unknown): void;
  warn(message: string): void;
}

/**
 * A verb of an entity: `POST {path}/{id}/{verb}`, or `{path}/{verb}` on the whole collection. If the schema has an action
 * of the same id, its right, conditions and input form apply.
 */
export interface EntityAction {
  on: 'record' | 'list';
  /** Default POST. A GET takes its input from the query. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Required right: an operation, or an action of the schema. Mandatory if the schema has no action of the verb's id. */
  operation?: string;
  /** The form of `schemas/forms` that validates the input; an action of the schema names its own. */
  input?: string;
  /** Type of the response, for OpenAPI: the name of an entity or form, or a JSON Schema. */
  output?: string | JsonObject;
  /** Called once for all selected records (`records`), all or nothing; the handler makes transitions itself. */
  isBatch?: boolean;
  /** Only reads, and tolerates a delay of some seconds: runs on a read replica if there is one. */
  reads?: boolean;
  run(call: ActionCall & { context: Context }): Promise<unknown>;
}

/** A check that schemas name in the `checks` of an action. */
export type EntityCheck = Omit<ActionCheck, 'run'> & {
  run(call: CheckCall, context: Context): ReturnType<ActionCheck['run']>;
};

/** A figure of a record that approval rules can name. */
export type EntityFigure = Omit<RecordFigure, 'run'> & {
  run(record: EntityRecord, context: Context): Promise<number | null>;
};

/** The implementation of the jobs of one name. */
export type JobKind<Data extends object = object> = Omit<JobDefinition<Data>, 'run'> & {
  run(job: JobContext<Data>, context: Context): Promise<JobOutcome | void>;
};

/** A route outside of entities. It requires a bearer token unless it is `open`. */
export interface Route {
  open?: boolean;
  /** OpenAPI operation: summary, operationId, parameters, requestBody, responses. */
  describe: JsonObject;
  options?: Pick<RouteOptions, 'bodyLimit' | 'handlerTimeout'>;
  /** Only reads, and tolerates a delay of some seconds: runs on a read replica if there is one. */
  reads?: boolean;
  run(request: FastifyRequest, reply: FastifyReply, context: Context): unknown;
}

/** A record of the demo workspace. */
export type DemoRecord = { id: string; createdAt?: string } & { [field: string]: Json | undefined };

interface DemoContext {
  product: ProductModel;
  /** The demo data ends at this time. */
  now: Date;
  /** Yields the same sequence for the module at every start. */
  random: Random;
  /** Number of profiles. */
  profiles: number;
  /** Ids of members in the user pool, by username. */
  memberIds?: ReadonlyMap<string, string>;
  /** Rows of an entity made by earlier modules. */
  rowsOf(entity: string): readonly DemoRecord[];
}

/**
 * A module: what a folder of the services adds to the generated API. `services/modules.ts` lists the modules; they are
 * checked against the schemas at the start, and are part of the OpenAPI document.
 */
export interface DomainModule {
  /** Unique among the modules; its migrations are stored under it. */
  name: string;
  /** The entity of `hooks`, `handlers`, `checks` and `figures`. */
  entity?: string;
  /** Run with changes of its records. */
  hooks?: EntityHooks | ((context: Context) => EntityHooks);
  handlers?: Record<string, EntityAction>;
  /** Checks that schemas may name in the `checks` of the entity's actions. */
  checks?: Record<string, EntityCheck>;
  /** Figures that schemas may name as `$figures.<name>` in approval rules. */
  figures?: Record<string, EntityFigure>;
  /** The layout of import files in which a row is not one record. */
  imports?: ImportLayout;
  /** File formats of other programs, by the names in `features.formats` of its schema. */
  formats?: Record<string, FileFormat>;
  /** Additional values of a person's own record. */
  own?: OwnRecordAdditions;
  /** Events, besides operations on records, that the entity's `notify` may name; `notifyOfEvent` emits them. */
  notifyEvents?: readonly string[];
  /** Background jobs, by name. */
  jobs?: Record<string, JobKind>;
  /** Schedules of the module's jobs, by job name. */
  schedules?: Record<string, Schedule | ((settings: Settings) => Schedule)>;
  /** By method and path: `GET /permissions/access`. */
  routes?: Record<string, Route>;
  /** Events it publishes to open consoles: their description and the JSON Schema of their payload. */
  events?: Record<string, { description: string; json: JsonObject }>;
  /** Current problems that an administrator has to solve. */
  attention?(context: Context): Promise<readonly AttentionItem[]>;
  /** Metrics, by name; gauges that are computed on demand have `read`. */
  metrics?: Record<string, MetricDescription & { read?(context: Context): Promise<readonly MetricSample[]> }>;
  /** Migrations of tables that no schema describes. */
  migrations?: readonly Migration[];
  /** Rows of the demo workspace, by entity. */
  demo?: (making: DemoContext) => Record<string, DemoRecord[]>;
  /** For what `routes` cannot express (parsers, hooks, protocols), in a Fastify scope of the module's own. */
  setup?: (scope: FastifyInstance, context: Context) => void | Promise<void>;
  /** OpenAPI path items of the routes that `setup` adds. */
  paths?: JsonObject;
  /** Runs once at each start, before the server listens. */
  start?: (context: Context) => Promise<void>;
}
