/** A problem that an administrator has to solve. */
export interface AttentionItem {
  /** Identifies the problem, so that it is listed once. */
  id: string;
  severity: 'critical' | 'warning';
  /** The problem: "2 channels are not connected". */
  title: string;
  /** What to do: "Connect them in Channels." */
  advice: string;
  /** Names of settings and files, for operators. */
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
  /** Last heartbeat; one is sent every 15 seconds. */
  seenAt: string;
  memoryBytes: number;
  isGone: boolean;
}

export interface SystemQueue {
  /** Name of the jobs: `broadcast.send`. */
  name: string;
  /** Label of the jobs. */
  title: string;
  due: number;
  running: number;
  /** Jobs that failed for good within a day. */
  failed: number;
  /** How long the oldest due job has been waiting; null if none is due. */
  oldestDueSeconds: number | null;
}

export interface SystemTable {
  name: string;
  bytes: number;
  /** As the database estimates. */
  rows: number;
}

/** Outbound calls to a host within ten minutes, over all processes. */
export interface SystemHost {
  /** `api.line.me`, or `webhook` for all addresses that people typed. */
  host: string;
  calls: number;
  failed: number;
  /** A status, or `timeout` and `unreachable`. */
  lastFailure: { answer: string; at: string } | null;
}

/** The certificate of another host, or of the console's public URL. */
export interface SystemCertificate {
  host: string;
  validUntil: string;
  seenAt: string;
}

export interface SystemReplica {
  /** `behind`: by more than 30 seconds. `away`: it does not answer. The primary is read meanwhile. */
  state: 'used' | 'behind' | 'away';
  /** Replication lag; absent if unknown. */
  lagSeconds?: number;
}

export interface SystemBackups {
  /** An encrypted store, or the folder of the embedded database. */
  place: 'store' | 'folder';
  newest: { at: string; bytes: number } | null;
  /** The last verification; `text` is the result, or why the backup could not be restored. */
  trial: { at: string; isGood: boolean; text: string } | null;
}

/** Response of `GET /api/v1/system`. */
export interface SystemResponse {
  attention: AttentionItem[];
  processes: SystemProcess[];
  queues: SystemQueue[];
  hosts: SystemHost[];
  /** Those that expire first. */
  certificates: SystemCertificate[];
  database: {
    engine: 'embedded' | 'server';
    version: string;
    bytes: number;
    tables: SystemTable[];
    /** The read replica; null without one. */
    replica: SystemReplica | null;
  };
  /** The automatic backups; null if a server is backed up by its own means. */
  backup: SystemBackups | null;
}
