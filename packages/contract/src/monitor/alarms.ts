/**
 * What can stand in the way of the service, and how badly. `/readyz` and the operator's home page tell it; its words are
 * `alarm.<key>` and what to do about it `alarm.<key>.help` in packages/phrases.
 *
 * - `down`: requests fail; `/readyz` answers 503, so that a proxy asks another process
 * - `degraded`: requests are served, but somebody has to act; `/readyz` answers 200 and names it
 */
export const alarmGrades = {
  /** The database takes no connections. */
  databaseDown: 'down',
  /** The database holds connections and does not answer. */
  databaseSilent: 'down',
  /** Nothing more can be written: the disk of the database or of the files is full. */
  diskFull: 'down',
  /** The folder of files cannot be written. */
  filesUnwritable: 'down',
  /** No worker has been heard of for a while: code requests and other long jobs wait. */
  jobsWaiting: 'degraded',
  /** The ledger holds less than what was signed before, or another history: nothing is signed, reports wait. */
  ledgerBehind: 'degraded',
  /** The nightly check found that the ledger and the records do not agree. */
  ledgerFaults: 'degraded',
  /** Something was put into the ledger's queue that the server did not queue: somebody else writes to the database. */
  ledgerRefused: 'degraded',
  /** Told to an enterprise: rows of its own no longer say what was sealed of them. */
  recordsChanged: 'degraded',
  /** Requests come through a proxy that was not declared (TRUST_PROXY): all callers look like one. */
  proxyUndeclared: 'degraded',
} as const satisfies Record<string, 'down' | 'degraded'>

export type AlarmKey = keyof typeof alarmGrades
export type AlarmGrade = (typeof alarmGrades)[AlarmKey]

/** An alarm that stands now. */
export interface Alarm {
  key: AlarmKey
  grade: AlarmGrade
  /** Since when, ISO 8601 in UTC. */
  since: string
  /** Figures for its words: sizes, counts, names. */
  detail: Record<string, string | number>
}
