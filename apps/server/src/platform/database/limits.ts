/** The database's roles that the server connects as. */
export type PoolRole = 'server' | 'worker'

/** Milliseconds that a statement, a lock, and an idle transaction may take. */
export const limits: Readonly<Record<PoolRole, { statement: number; lock: number; idle: number }>> = {
  server: { statement: 15_000, lock: 15_000, idle: 60_000 },
  worker: { statement: 60_000, lock: 60_000, idle: 300_000 },
}

/** The same by the names of the database's parameters. */
export const limitParameters = (role: PoolRole): readonly (readonly [name: string, value: string])[] => [
  ['statement_timeout', `${limits[role].statement}ms`],
  ['lock_timeout', `${limits[role].lock}ms`],
  ['idle_in_transaction_session_timeout', `${limits[role].idle}ms`],
]

const inTransaction = (role: PoolRole) =>
  limitParameters(role)
    .map(([name, value]) => `; set local ${name} = '${value}'`)
    .join('')

/** Follows a `begin`: the limits of one transaction, for a connection whose session is not ours alone. */
export const transactionLimits: Readonly<Record<PoolRole, string>> = {
  server: inTransaction('server'),
  worker: inTransaction('worker'),
}
