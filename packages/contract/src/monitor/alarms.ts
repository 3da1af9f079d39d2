/**
 * Alarms about the service, and their severity. `/readyz` and the operator's home page report them; their phrases are
 * `alarm.<key>` and, for the remedy, `alarm.<key>.help`.
 *
 * - `down`: requests fail; `/readyz` answers 503, so that a proxy asks another process
 * - `degraded`: requests are served, but somebody has to act; `/readyz` answers 200 and names it
 */
export const alarmGrades = {
  /** The database accepts no connections. */
  databaseDown: 'down',
  /** The database accepts connections and does not answer. */
  databaseSilent: 'down',
  /** Nine of ten connections that the database takes are in use, or one was refused because there are too many. */
  databaseConnections: 'degraded',
  /** The reading replica cannot be used: the primary answers all reads. */
  replicaDown: 'degraded',
  /** The reading replica is too far behind to be read from. */
  replicaBehind: 'degraded',
  /** Nothing more can be written: the disk of the database or of the files is full. */
  diskFull: 'down',
  /** The folder of files cannot be written. */
  filesUnwritable: 'down',
  /** The store of files holds connections and does not answer. */
  filesSilent: 'down',
  /** No worker has sent a heartbeat for a while: code requests and other long jobs wait. */
  jobsWaiting: 'degraded',
  /** Work waits for a moment further ahead than is ever ordered: the clock was wrong when it was ordered. */
  workWaitsAhead: 'degraded',
  /** The ledger has fewer entries than were signed, or another history: nothing is signed, reports wait. */
  ledgerBehind: 'degraded',
  /** Commits wait for a synchronous standby that does not confirm: nothing can be written, readers are served. */
  standbySilent: 'degraded',
  /** The nightly check, or a call that would have sealed a row anew, found that the ledger and the records do not agree. */
  ledgerFaults: 'degraded',
  /** The shipped database cannot copy its write-ahead log to the archive. */
  walNotArchived: 'degraded',
  /** The ledger's queue has an entry that the server did not queue: somebody else writes to the database. */
  ledgerRefused: 'degraded',
  /** Heads of the ledger have not reached the chain for three intervals, at least an hour. */
  anchorLag: 'degraded',
  /** The sender of the anchors cannot pay for the next hundred. */
  anchorFunds: 'degraded',
  /** The chain, its endpoints or the contract do not say what they should. */
  anchorDisagreement: 'degraded',
  /** Reported to an enterprise: its rows no longer match what was sealed. */
  recordsChanged: 'degraded',
  /** Nearly all numbers of code requests are used, or the rest lasts less than a year. */
  requestNumbersScarce: 'degraded',
  /** Requests come through a proxy that was not declared (TRUST_PROXY): all callers look like one. */
  proxyUndeclared: 'degraded',
} as const satisfies Record<string, 'down' | 'degraded'>

export type AlarmKey = keyof typeof alarmGrades
export type AlarmGrade = (typeof alarmGrades)[AlarmKey]

/** An active alarm. */
export interface Alarm {
  key: AlarmKey
  grade: AlarmGrade
  /** Since when, ISO 8601 in UTC. */
  since: string
  /** Parameters of its phrase: sizes, counts, names. */
  detail: Record<string, string | number>
}
