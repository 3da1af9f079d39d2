/**
 * Which tables the generator never tells of. It reads the catalogue alone, so no value could leave; but a generated screen
 * is one click from being served, and nobody should find a ready screen for what proves who somebody is.
 *
 * Judged by what a table is made of, not by a list that somebody has to remember: raw bytes (keys, salts, sealed values) and
 * columns that are called like a secret hide their table, those of a later migration too.
 */
export const secretColumn =
  '(passw|pwd|secret|token|hash|salt|sealed|cipher|encrypt|private_?key|master_?key|api_?key|access_?key|credential|totp|recovery)'

/** Types whose values are bytes: keys, salts and what was sealed with them. */
export const secretTypes = ['bytea'] as const

/** Schemas of the database itself and of the queue. */
export const foreignSchemas = ['information_schema', 'graphile_worker'] as const

/** Tables of the product's own workings, of which no record type can be made. */
export const workings = ['schema_migration', 'gen_table', 'form_design', 'job_outbox'] as const
