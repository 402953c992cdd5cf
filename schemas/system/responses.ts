/** Something that an administrator has to do something about. */
export interface AttentionItem {
  /** The same for the same thing, so that it is not told twice. */
  id: string;
  severity: 'critical' | 'warning';
  /** What is the matter: "2 channels are not connected". */
  title: string;
  /** What to do: "Connect them in Channels." */
  advice: string;
  /** Names of settings and places, for whoever runs the servers. */
  technical?: string;
  /** Address in the console where it is done. */
  link?: string;
}

export interface SystemProcess {
  id: string;
  host: string;
  version: string;
  /** Of Node, `20.20.2`. */
  node: string;
  startedAt: string;
  /** It is heard of every 15 seconds. */
  seenAt: string;
  memoryBytes: number;
  isGone: boolean;
}

export interface SystemQueue {
  /** Of the jobs, `broadcast.send`. */
  name: string;
  /** What they are called. */
  title: string;
  due: number;
  running: number;
  /** Jobs that failed for good within a day. */
  failed: number;
  /** How long the job that has been due longest waits; null while none is due. */
  oldestDueSeconds: number | null;
}

export interface SystemTable {
  name: string;
  bytes: number;
  /** As the database estimates. */
  rows: number;
}

/** How another host answered within ten minutes, all processes together. */
export interface SystemHost {
  /** `api.line.me`, or `webhook` for all addresses that people typed. */
  host: string;
  calls: number;
  failed: number;
  /** A status, or `timeout` and `unreachable`. */
  lastFailure: { answer: string; at: string } | null;
}

/** The certificate that another host, or the console's own public address, was seen with. */
export interface SystemCertificate {
  host: string;
  validUntil: string;
  seenAt: string;
}

export interface SystemReplica {
  /** `behind`: by more than 30 seconds. `away`: it does not answer. The database itself is read meanwhile. */
  state: 'used' | 'behind' | 'away';
  /** How old what it has is; absent where that is not known. */
  lagSeconds?: number;
}

export interface SystemBackups {
  /** A store, sealed, or the folder of the embedded database. */
  place: 'store' | 'folder';
  newest: { at: string; bytes: number } | null;
  /** The last time that one was restored into an empty database; `text` is what came back, or why it could not be. */
  trial: { at: string; isGood: boolean; text: string } | null;
}

/** How the installation does; answers `GET /api/v1/system`. */
export interface SystemResponse {
  attention: AttentionItem[];
  processes: SystemProcess[];
  queues: SystemQueue[];
  hosts: SystemHost[];
  /** Those that end first. */
  certificates: SystemCertificate[];
  database: {
    engine: 'embedded' | 'server';
    version: string;
    bytes: number;
    tables: SystemTable[];
    /** The replica that dashboards are read from; null where there is none. */
    replica: SystemReplica | null;
  };
  /** The backups that are made by themselves; null where a server's own means make them. */
  backup: SystemBackups | null;
}
