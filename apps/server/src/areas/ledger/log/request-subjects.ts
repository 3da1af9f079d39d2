import { setImmediate } from 'node:timers/promises'
import { unwrapKey, wrapKey } from '@timbermark/codes/node'
import { sha256, type VrfProver, vrfOutput, vrfProver } from '@timbermark/ledger/node'
import { encodeRequestKey, plainRequestSubject, requestText, subjectOfOutput } from '@timbermark/ledger/sealed'
import type pg from 'pg'
import type { Database, Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { foreignKeyError, opensStoredKey } from '../../../platform/secrets/key-of-database.ts'

/** The subject of a request, and the proof (80 bytes) that it follows from the number; null for an earlier number. */
export interface ProvenSubject {
  subject: Uint8Array
  proof: Uint8Array | null
}

/** The secret key of an installation's request subjects, and the first number whose subject follows from it. */
interface StoredKey {
  seed: Uint8Array
  from: number
}

/** Proofs that are kept in memory, about 400 bytes each. */
const maxKept = 20_000

/**
 * Subjects of code requests. They follow from the numbers by a verifiable random function, so that strangers cannot compute them
 * and a number has only one. The same under every name and key of the log.
 */
export class RequestSubjects {
  /** Text form of the public key, which readers pin beside the keys of the log. */
  readonly key: string
  readonly from: number
  readonly #prover: VrfProver
  /** By number, the one used last at the end. A multiplication by a secret is neither quick nor constant-time: once is enough. */
  readonly #kept = new Map<number, Promise<ProvenSubject>>()

  constructor({ seed, from }: StoredKey) {
    this.#prover = vrfProver(seed)
    this.from = from
    this.key = encodeRequestKey({ publicKey: this.#prover.publicKey, from })
  }

  /** @throws RangeError for what is no number of a request */
  async prove(number: number): Promise<ProvenSubject> {
    if (number < this.from) return { subject: plainRequestSubject(number, sha256), proof: null }
    const proven = this.#kept.get(number) ?? this.#compute(number)
    this.#kept.delete(number)
    this.#kept.set(number, proven)
    if (this.#kept.size > maxKept) this.#kept.delete(this.#kept.keys().next().value!)
    return proven
  }

  async subjectOf(number: number): Promise<Uint8Array> {
    return (await this.prove(number)).subject
  }

  /** Subjects of requests by the ids of their rows. */
  async ofRows(rows: readonly { id: number; number: number }[]): Promise<Map<number, Uint8Array>> {
    const subjects = new Map<number, Uint8Array>()
    for (const { id, number } of rows) subjects.set(id, await this.subjectOf(number))
    return subjects
  }

  /** Takes some milliseconds; lets other work go first, also between many. */
  async #compute(number: number): Promise<ProvenSubject> {
    const text = requestText(number)
    await setImmediate()
    const proof = this.#prover.prove(text)
    return { subject: subjectOfOutput(vrfOutput(proof)), proof }
  }
}

/** The stored key is not the one that this installation stored. */
export class RequestKeyChanged extends Error {
  constructor() {
    super('The row of ledger_request_key was changed by somebody else: restore it from a backup')
  }
}

/** Null where the stored key cannot be opened. */
const subjectsOf = new WeakMap<object, RequestSubjects | null>()

/**
 * The request subjects of this installation.
 * @throws RequestKeyChanged
 */
export function requestSubjects(secrets: Secrets): RequestSubjects {
  let subjects = subjectsOf.get(secrets)
  if (subjects === null) throw new RequestKeyChanged()
  if (!subjects) {
    subjects = new RequestSubjects({ seed: seedOf(secrets), from: 1 })
    subjectsOf.set(secrets, subjects)
  }
  return subjects
}

/** The secret key of an installation whose master key is still its first one. */
const seedOf = (secrets: Secrets) => secrets.derive('request-subjects')

/** The number is part of what is authenticated: who may only write rows cannot change from where on subjects are secret. */
const contextOf = (from: number) => `request-subjects/${from}`

const wrapping = (secrets: Secrets) => secrets.derive('request-subjects-wrapping')

const wrap = (secrets: Secrets, { seed, from }: StoredKey) =>
  Buffer.from(wrapKey(wrapping(secrets), seed, contextOf(from)))

/**
 * Loads the key where it does not simply follow from the master key: the master key was changed, or the installation had given
 * numbers before there was a key. Must run before the first use. A key that cannot be opened fails at its first use: a backup is
 * checked without the master key.
 */
export async function loadRequestKey(database: Database, secrets: Secrets): Promise<void> {
  const { stored, isNeeded } = await database.withoutTenant(async db => ({
    stored: await readStored(db),
    isNeeded: (await db.maybe(sql`select 1 from ledger_key_change limit 1`)) !== undefined,
  }))
  const key = stored ? open(secrets, stored) : isNeeded ? null : undefined
  if (key === undefined) subjectsOf.delete(secrets)
  else subjectsOf.set(secrets, key && new RequestSubjects(key))
}

interface StoredRow {
  from: number
  wrapped: Buffer | null
}

const readStored = (db: Db) => db.maybe<StoredRow>(sql`select first_number as "from", wrapped from ledger_request_key`)

/** Null when this master key did not seal it, or the row was changed. */
function open(secrets: Secrets, { from, wrapped }: StoredRow): StoredKey | null {
  try {
    return wrapped && { from, seed: unwrapKey(wrapping(secrets), wrapped, contextOf(from)) }
  } catch {
    return null
  }
}

/** The migration that notes the numbers of before. */
const noting = '0250-request-key.sql'

/**
 * Authenticates the first number, in the transaction of the upgrade that noted it: requests that have a number by then keep their
 * plain subjects. A new installation has none, and no row.
 * @param file where the master key was read from
 * @throws SettingsError when it is not the key of this database: the upgrade is undone
 */
export const authenticateRequestKey =
  (secrets: Secrets, file: string) =>
  async (owner: Pick<pg.ClientBase, 'query'>, applied: readonly string[]): Promise<void> => {
    if (!applied.includes(noting)) return
    const { rows } = await owner.query<{ from: string }>('select first_number::text as from from ledger_request_key')
    if (rows.length > 0 && !(await opensStoredKey(owner, secrets))) throw foreignKeyError(file)
    for (const row of rows) {
      const from = Number(row.from)
      const wrapped = wrap(secrets, { seed: seedOf(secrets), from })
      await owner.query('update ledger_request_key set wrapped = $1', [wrapped])
    }
  }

/**
 * Stores the key for another master key. The key itself never changes: a number would have a second subject. Runs in the transaction
 * that changes the master key.
 * @throws RequestKeyChanged
 */
export async function rewrapRequestKey(db: Db, present: Secrets, next: Secrets): Promise<void> {
  const stored = await readStored(db)
  const key = stored ? open(present, stored) : { seed: seedOf(present), from: 1 }
  if (!key) throw new RequestKeyChanged()
  const wrapped = wrap(next, key)
  await db.execute(sql`
    insert into ledger_request_key (first_number, wrapped) values (${key.from}, ${wrapped})
    on conflict (only_one) do update set wrapped = excluded.wrapped`)
}
