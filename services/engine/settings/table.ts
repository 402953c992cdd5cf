import { PARSERS, type Parser } from './parsers.ts';

/** An environment variable. */
export interface Setting<T> {
  /** Name of the environment variable. */
  name: string;
  parse: Parser<T>;
  /** Used when the variable is absent; a setting without a fallback is optional. */
  fallback?: string;
  description: string;
}

function setting<T>(
  name: string,
  parse: Parser<T>,
  description: string,
  fallback: string,
): Required<Setting<T>>;
function setting<T>(name: string, parse: Parser<T>, description: string): Setting<T | undefined>;
function setting<T>(name: string, parse: Parser<T>, description: string, fallback?: string): Setting<T> {
  return { name, parse, description, fallback };
}

const {
  flag,
  folder,
  host,
  integer,
  key,
  keys,
  networks,
  origins,
  texts,
  postgresUrl,
  prefix,
  proxies,
  smtpUrl,
  text,
  url,
  words,
} = PARSERS;

/** All settings except the addresses of platforms. README's table is generated from it. */
export const SETTINGS = {
  port: setting('PORT', integer(0, 65_535), 'Port to listen on; 0 takes a free one.', '3000'),
  host: setting('HOST', host, 'Address to listen on.', '127.0.0.1'),
  dataDir: setting('DATA_DIR', folder, 'Folder of the embedded database, uploads and backups.', './.data'),
  databaseUrl: setting(
    'DATABASE_URL',
    postgresUrl('write'),
    'PostgreSQL server to use instead of the embedded database, as postgres://user:password@host/database; of several hosts (host1:5432,host2:5432) the one that takes writes is used.',
  ),
  databaseSessionUrl: setting(
    'DATABASE_SESSION_URL',
    postgresUrl('write'),
    'Address of the same database past a pooler of transactions, such as PgBouncer, that DATABASE_URL leads to: for what listens or needs a session of its own.',
  ),
  databaseReadUrl: setting(
    'DATABASE_READ_URL',
    postgresUrl('read'),
    'One streaming replica of the database, past any pooler or balancer, from which dashboards, reports, exports, counts of segments and history are read; while it is more than 30 seconds behind, or away, DATABASE_URL is.',
  ),
  poolSize: setting(
    'DATABASE_POOL_SIZE',
    integer(1, 1000),
    "Connections of this process to the PostgreSQL server, besides one that listens; all processes share the server's limit.",
    '10',
  ),
  timeoutMs: setting(
    'DATABASE_TIMEOUT_MS',
    integer(100, 600_000),
    'Milliseconds that a statement may take on the PostgreSQL server; a lock is waited for half as long.',
    '15000',
  ),
  demo: setting(
    'DEMO',
    flag,
    '1 fills an empty database with the demo workspace; 0 creates the first administrator only and prints the one-time password once.',
    '1',
  ),
  demoMessages: setting(
    'DEMO_MESSAGES',
    integer(0, 1_000_000),
    "About how many messages the demo workspace's year of conversations has, made in the background after the first start.",
    '40000',
  ),
  allowDemoOnNetwork: setting(
    'ALLOW_DEMO_ON_NETWORK',
    flag,
    '1 consents to being reached from beyond this machine, directly or through a proxy, although the demo sign-ins, whose passwords are public, exist.',
    '0',
  ),
  schemasDir: setting('SCHEMAS_DIR', folder, 'Folder of the schemas that define the product.', './schemas'),
  schemaRollback: setting(
    'SCHEMA_ROLLBACK',
    flag,
    '1 goes back to this version of the schemas for good, after a newer one ran on the PostgreSQL server and is stopped; otherwise an older version changes no table.',
    '0',
  ),
  staticDir: setting('STATIC_DIR', folder, 'Folder of the built console.', 'dist/console'),
  publicUrl: setting('PUBLIC_URL', url, 'Address at which people reach the console, for links in e-mails.'),
  userPoolRegion: setting(
    'USER_POOL_REGION',
    text,
    'Region of a managed user pool; without one the embedded pool is used.',
  ),
  userPoolId: setting('USER_POOL_ID', text, 'Id of the managed user pool.'),
  userPoolClientId: setting('USER_POOL_CLIENT_ID', text, 'Id of the app client in the managed user pool.'),
  userPoolEndpoint: setting(
    'USER_POOL_ENDPOINT',
    url,
    "Address of the managed user pool, if not the region's own.",
  ),
  managementUrl: setting('MANAGEMENT_URL', url, 'Address of the management service, if it runs elsewhere.'),
  chatbotUrl: setting('CHATBOT_URL', url, 'Address of the chatbot service, if it runs elsewhere.'),
  campaignUrl: setting('CAMPAIGN_URL', url, 'Address of the campaign service, if it runs elsewhere.'),
  livechatUrl: setting('LIVECHAT_URL', url, 'Address of the live chat site that the menu opens.'),
  documentationUrl: setting(
    'DOCUMENTATION_URL',
    url,
    'Address of the documentation site that the menu opens.',
  ),
  filesS3Bucket: setting(
    'FILES_S3_BUCKET',
    text,
    'Bucket of an S3-compatible store for uploaded files; without one they are kept in DATA_DIR/files.',
  ),
  filesS3Endpoint: setting('FILES_S3_ENDPOINT', url, "Address of that store, if it is not Amazon's."),
  filesS3Region: setting('FILES_S3_REGION', text, 'Region of that store.', 'us-east-1'),
  filesS3AccessKey: setting(
    'FILES_S3_ACCESS_KEY',
    text,
    "Access key of that store; without keys the machine's own role is taken.",
  ),
  filesS3SecretKey: setting('FILES_S3_SECRET_KEY', text, 'Secret key of that store.'),
  backupS3Bucket: setting(
    'BACKUP_S3_BUCKET',
    text,
    'Bucket of an S3-compatible store for backups, which are made by themselves, encrypted; without one only the embedded database is backed up, into DATA_DIR/backups.',
  ),
  backupS3Folder: setting(
    'BACKUP_S3_FOLDER',
    prefix,
    'Where in that bucket they lie; each installation needs a folder or a bucket of its own.',
    'backups',
  ),
  backupS3Endpoint: setting(
    'BACKUP_S3_ENDPOINT',
    url,
    "Address of that store, if it is not Amazon's. With neither endpoint, region nor keys, it is the store of FILES_S3_.",
  ),
  backupS3Region: setting('BACKUP_S3_REGION', text, 'Region of that store; default us-east-1.'),
  backupS3AccessKey: setting('BACKUP_S3_ACCESS_KEY', text, 'Access key of that store.'),
  backupS3SecretKey: setting('BACKUP_S3_SECRET_KEY', text, 'Secret key of that store.'),
  backupKey: setting(
    'BACKUP_KEY',
    key,
    'Key that backups are encrypted with, 32 bytes in base64 ("openssl rand -base64 32"). Keep a copy where no backup lies: without it none can be read.',
  ),
  backupOldKeys: setting(
    'BACKUP_OLD_KEYS',
    keys,
    'Keys, separated by commas, that older backups were encrypted with.',
    '',
  ),
  backupHours: setting('BACKUP_HOURS', integer(1, 8_760), 'Hours between two backups.', '24'),
  backupKeep: setting(
    'BACKUP_KEEP',
    integer(1, 10_000),
    'Backups that are kept; besides, the newest one that was restored on trial.',
    '7',
  ),
  backupFiles: setting(
    'BACKUP_FILES',
    flag,
    '0 leaves the contents of uploaded files out of backups in a store, for who keeps copies of FILES_S3_BUCKET by other means.',
    '1',
  ),
  backupCheckDays: setting(
    'BACKUP_CHECK_DAYS',
    integer(0, 365),
    'Days between two trials: the newest backup in the store is restored into an empty database, which is removed again. 0 makes none.',
    '7',
  ),
  filesMbPerDay: setting(
    'FILES_MB_PER_DAY',
    integer(1, 10_000_000),
    'Megabytes that one person may upload, or have fetched from addresses outside, in a day.',
    '2000',
  ),
  historyDays: setting(
    'HISTORY_DAYS',
    integer(0, 36_500),
    'Days that changes of records are kept, in their history and in the audit log, with the files that only they hold; 0 keeps them for ever.',
    '0',
  ),
  noticeRetentionDays: setting(
    'NOTICE_DAYS',
    integer(0, 36_500),
    'Days that notifications are kept; 0 keeps them for ever.',
    '90',
  ),
  noticeMailMinutes: setting(
    'NOTICE_MAIL_MINUTES',
    integer(0, 1_440),
    'Minutes for which notifications that people want by mail are gathered into one mail.',
    '10',
  ),
  recipientRetentionDays: setting(
    'RECIPIENTS_DAYS',
    integer(0, 36_500),
    'Days that it is kept who got an executed broadcast and what; its counts stay. 0 keeps it for ever.',
    '0',
  ),
  missedSentencesDays: setting(
    'MISSED_SENTENCES_DAYS',
    integer(0, 36_500),
    'Days that sentences which the bot did not understand are kept after they were last written; 0 keeps them for ever.',
    '180',
  ),
  missedSentencesMax: setting(
    'MISSED_SENTENCES_MAX',
    integer(0, 10_000_000),
    'Sentences that the bot did not understand which are kept of each channel; of more, those that were said least often go, the oldest first. 0 keeps all.',
    '10000',
  ),
  failedPictureRetentionDays: setting(
    'FAILED_PICTURES_DAYS',
    integer(0, 36_500),
    'Days that it is kept why a picture from outside could not be fetched, after it was last asked for; 0 keeps it for ever.',
    '0',
  ),
  richMenuSegmentSyncMinutes: setting(
    'RICH_MENU_FOLLOW_MINUTES',
    integer(1, 1440),
    'Minutes between two looks at who joined or left the segments of rich menus.',
    '5',
  ),
  smtpUrl: setting(
    'SMTP_URL',
    smtpUrl,
    'Mail server for codes and invitations, as smtp://user:password@host:port; without one, mails are written to DATA_DIR/outbox.',
  ),
  mailFrom: setting('MAIL_FROM', text, 'Sender of e-mails.', 'Console <no-reply@localhost>'),
  botVariables: setting(
    'BOT_VARIABLES',
    texts,
    'Values of the variables of scope environment, as a JSON object of names and texts.',
    '{}',
  ),
  secretsKey: setting(
    'SECRETS_KEY',
    key,
    'Key that secrets are sealed with before they are stored, 32 bytes in base64; without one DATA_DIR/secrets.key is made and used. Every process on one database needs the same.',
  ),
  corsOrigins: setting(
    'CORS_ORIGINS',
    origins,
    'Origins, separated by commas, from which a console served elsewhere may call these services.',
    '',
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    proxies,
    "Proxies of one's own whose X-Forwarded-For is believed: how many stand in front, or, where callers might also come past them, their networks, as 10.0.0.0/8, fd00::/8. 0 believes nobody.",
    '0',
  ),
  webhookNetworks: setting(
    'WEBHOOK_NETWORKS',
    networks,
    'Inner networks, separated by commas, that webhooks may reach beside the public internet, as 10.0.0.0/8, fd00::/8. This machine is reached only while HOST is a loopback address, link-local addresses never.',
    '',
  ),
  rateLimit: setting(
    'RATE_LIMIT',
    integer(0, 10_000_000),
    'Requests a minute from one address to one process; 0 sets no limit.',
    '12000',
  ),
  metricsPort: setting(
    'METRICS_PORT',
    integer(0, 65_535),
    "Port on which /metrics answers in Prometheus' format, apart from the public one; without one nothing is measured.",
  ),
  metricsHost: setting('METRICS_HOST', host, 'Address to answer /metrics on.', '127.0.0.1'),
  logLevel: setting(
    'LOG_LEVEL',
    words('silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'),
    'What is logged, as JSON lines; info logs each request with its id, duration and person.',
    'warn',
  ),
  environment: setting(
    'NODE_ENV',
    words('development', 'production', 'test'),
    'development watches the schemas and takes edits up while running.',
    'production',
  ),
};
