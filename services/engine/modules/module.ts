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

/** What the code of a module works with. */
export interface Context {
  settings: Settings;
  db: Database;
  jobs: Jobs;
  files: Files;
  /** Sends in the background, with the transaction that is given. */
  mailer: Mailer;
  /** Hands a mail over at once; for the job that does it. */
  delivery: Mailer;
  /** The embedded pool; absent with a managed one. */
  userPool?: UserPool;
  /** The services of this moment: another product may have taken over since the last call. */
  services(): Services;
  /** Tells open consoles, on every process; the module says the event in `events`. */
  publish(event: string, json: Json, options: { to: Audience }): Promise<void>;
  /** What administrators have to do something about, by all modules. */
  attention(): Promise<AttentionItem[]>;
  /** The description of the whole API, as JSON. */
  openApi(): string;
  /** For the log: what went wrong where no caller waits, and what is worth a warning. */
  onError(error: unknown): void;
  warn(message: string): void;
}

/**
 * A verb of an entity: `POST {path}/{id}/{verb}`, or `{path}/{verb}` on the whole collection. Where the schema has an
 * action of that id, its right, conditions and input form hold.
 */
export interface EntityAction {
  on: 'record' | 'list';
  /** Default POST. A GET takes its input from the query. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** What the person must be allowed, an operation or an action of the schema; needed where it has no action of that id. */
  operation?: string;
  /** A form of `schemas/forms` that the input is judged by; where the schema has an action, that one names it. */
  input?: string;
  /** What it answers: an entity or form by name, or a JSON Schema. For the description of the API. */
  output?: string | JsonObject;
  /** Called once for all selected records (`records`), all or nothing; it makes transitions itself. */
  isBatch?: boolean;
  /** It only reads, and its answer may be some seconds old: a replica is asked where there is one. */
  reads?: boolean;
  run(call: ActionCall & { context: Context }): Promise<unknown>;
}

/** A check of actions, by the name that schemas give it in `checks`. */
export type EntityCheck = Omit<ActionCheck, 'run'> & {
  run(call: CheckCall, context: Context): ReturnType<ActionCheck['run']>;
};

/** A figure of a record, by the name that rules of approval give it. */
export type EntityFigure = Omit<RecordFigure, 'run'> & {
  run(record: EntityRecord, context: Context): Promise<number | null>;
};

/** Jobs of one name. */
export type JobKind<Data extends object = object> = Omit<JobDefinition<Data>, 'run'> & {
  run(job: JobContext<Data>, context: Context): Promise<JobOutcome | void>;
};

/** A route that belongs to no entity's own. A bearer token is asked for unless it is `open`. */
export interface Route {
  open?: boolean;
  /** As an operation of OpenAPI: summary, operationId, parameters, requestBody, responses. */
  describe: JsonObject;
  options?: Pick<RouteOptions, 'bodyLimit' | 'handlerTimeout'>;
  /** It only reads, and its answer may be some seconds old: a replica is asked where there is one. */
  reads?: boolean;
  run(request: FastifyRequest, reply: FastifyReply, context: Context): unknown;
}

/** A record of the demo workspace: its fields beside its id and, where it matters, its time. */
export type DemoRecord = { id: string; createdAt?: string } & { [field: string]: Json | undefined };

/** What demo rows are made with. */
interface DemoContext {
  product: ProductModel;
  /** End of the time that the workspace covers. */
  now: Date;
  /** The same for the module at every start. */
  random: Random;
  /** How many profiles there are. */
  profiles: number;
  /** Ids of the members by username, as the user pool gave them. */
  memberIds?: ReadonlyMap<string, string>;
  /** Rows of an entity that modules before this one have made. */
  rowsOf(entity: string): readonly DemoRecord[];
}

/**
 * What a folder of the services adds to what follows from the schemas. `services/modules.ts` lists them; each is
 * checked against the schemas at the start, and its words follow into the description of the API.
 */
export interface DomainModule {
  /** Unique among the modules; its migrations are kept under it. */
  name: string;
  /** The entity of `hooks`, `handlers`, `checks` and `figures`. */
  entity?: string;
  /** What else belongs to a change of its records. */
  hooks?: EntityHooks | ((context: Context) => EntityHooks);
  handlers?: Record<string, EntityAction>;
  /** What schemas may name in the `checks` of its actions. */
  checks?: Record<string, EntityCheck>;
  /** What schemas may name as `$figures.<name>` in rules of approval. */
  figures?: Record<string, EntityFigure>;
  /** How files tell of its records, where a row is no record. */
  imports?: ImportLayout;
  /** Files of other programs that its records come from or go to, by the names in `features.formats` of its schema. */
  formats?: Record<string, FileFormat>;
  /** What a person's own record of it tells beside its fields. */
  own?: OwnRecordAdditions;
  /** Events of its entity, beside the operations on records, that `notify` may name (`notifyOfEvent` emits them). */
  notifyEvents?: readonly string[];
  /** Kinds of background work, by name. */
  jobs?: Record<string, JobKind>;
  /** When jobs of the module run by themselves, by their names. */
  schedules?: Record<string, Schedule | ((settings: Settings) => Schedule)>;
  /** By `GET /permissions/access`. */
  routes?: Record<string, Route>;
  /** What it tells open consoles, by event: what that means and what comes with it. */
  events?: Record<string, { description: string; json: JsonObject }>;
  /** What of it an administrator has to do something about at this moment. */
  attention?(context: Context): Promise<readonly AttentionItem[]>;
  /** What is measured of it, by name; gauges that are read when somebody asks bring `read`. */
  metrics?: Record<string, MetricDescription & { read?(context: Context): Promise<readonly MetricSample[]> }>;
  /** Steps of tables that no schema describes. */
  migrations?: readonly Migration[];
  /** Rows of the demo workspace, by entity. */
  demo?: (making: DemoContext) => Record<string, DemoRecord[]>;
  /** For what `routes` cannot say, in a scope of the module's own: parsers, hooks, protocols. */
  setup?: (scope: FastifyInstance, context: Context) => void | Promise<void>;
  /** Path items of OpenAPI for the routes that `setup` adds. */
  paths?: JsonObject;
  /** Once at each start, before anybody is listened to. */
  start?: (context: Context) => Promise<void>;
}
