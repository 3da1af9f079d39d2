/**
 * Tables that the generator hides. It reads only the catalogue, so no value can leak; but a generated screen could easily
 * be served, and there must be no ready screen for credentials.
 *
 * The structure of a table decides, not a list that somebody must maintain: byte columns (keys, salts, sealed values) and
 * columns named like a secret hide their table, in later migrations too.
 */
export const secretColumn =
  '(passw|pwd|secret|token|hash|salt|sealed|cipher|encrypt|private_?key|master_?key|api_?key|access_?key|credential|totp|recovery)'

/** Byte types: keys, salts and sealed values. */
export const secretTypes = ['bytea'] as const

/** Schemas of the database itself and of the queue. */
export const foreignSchemas = ['information_schema', 'graphile_worker'] as const

/** Internal tables, which cannot become record types. */
export const workings = ['schema_migration', 'gen_table', 'form_design', 'job_outbox'] as const
