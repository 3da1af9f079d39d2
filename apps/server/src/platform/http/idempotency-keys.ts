import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Actor } from '../actor.ts'
import { runOutsideEffect, type CallScope } from '../database/call-scope.ts'
import type { Database, Db } from '../database/database.ts'
import type { TransactionHandle } from '../database/handle.ts'
import { databaseRefusal } from '../database/database-refusal.ts'
import { invalid, Refusal } from '../refusal.ts'
import type { Secrets } from '../installation/secrets.ts'
import { sql } from '../database/sql.ts'

/** For how long a key is stored. */
const retentionHours = 24
/** Larger answers are not stored: so large an answer comes from a read, not from a write. */
const largestAnswer = 64 * 1024
/** How long the second of two equal calls waits for the first. */
const waitMs = 3000
/** No call is in progress for longer, whatever its process claims. */
const longestCallSeconds = 120
/** Visible ASCII, as header fields carry it. */
const keyPattern = /^[\x21-\x7e]{8,200}$/

/** The call was made before: this is its first answer. */
export class Replay extends Refusal {
  /** Body of the first answer; undefined when it was lost or too large to be stored. */
  readonly body: string | undefined
  constructor(body: string | undefined) {
    super('tooFast')
    this.body = body
  }
}

/** Another call has bound the key first: this call is rolled back. */
class KeyTaken extends Refusal {
  constructor() {
    super('tooFast')
  }
}

/** Calls in progress in this process, by account and key. Two servers on one database object share them. */
const callsInProgress = new WeakMap<Database, Set<string>>()

interface Row {
  body_hash: Buffer
  holder: number
  sealed: Buffer | null
  /** It has been answered, or has been in progress for longer than a call can be. */
  ended: boolean
}

/**
 * Calls with an `Idempotency-Key`: the same key gets the same answer for 24 hours, and the effect happens once. The key
 * is bound in the transaction of the effect, so that both are stored or neither. The answer is stored right after it,
 * encrypted. When a process dies between the two, the answer is lost but not the effect, and the repeated call is
 * answered so.
 */
export class IdempotencyKeys {
  readonly database: Database
  readonly log: Logger
  readonly #seal: Buffer
  readonly running: Set<string>

  constructor({ database, secrets, log }: { database: Database; secrets: Secrets; log: Logger }) {
    this.database = database
    this.log = log
    this.#seal = secrets.derive('call-answers')
    this.running = callsInProgress.get(database) ?? new Set()
    callsInProgress.set(database, this.running)
  }

  /**
   * The call's key, not yet looked up.
   * @returns undefined for a call without a key, and for one that only reads
   * @throws Refusal invalid when the key is not 8 to 200 visible ASCII characters
   */
  of(actor: Actor, request: FastifyRequest): KeyedCall | undefined {
    const key = request.headers['idempotency-key']
    if (key === undefined || request.method === 'GET' || request.method === 'HEAD') return undefined
    if (typeof key !== 'string' || !keyPattern.test(key))
      throw invalid([{ field: 'idempotency-key', error: 'pattern' }])
    return new KeyedCall(this, actor, key, `${request.method}\n${request.url}\n`)
  }

  seal(place: string, body: string): Buffer {
    const start = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#seal, start).setAAD(Buffer.from(place))
    const sealed = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()])
    return Buffer.concat([start, cipher.getAuthTag(), sealed])
  }

  unseal(place: string, sealed: Buffer): string {
    const cipher = createDecipheriv('aes-256-gcm', this.#seal, sealed.subarray(0, 12))
      .setAAD(Buffer.from(place))
      .setAuthTag(sealed.subarray(12, 28))
    return cipher.update(sealed.subarray(28), undefined, 'utf8') + cipher.final('utf8')
  }
}

/** One call and its key. */
export class KeyedCall {
  readonly #keys: IdempotencyKeys
  readonly #tenantId: number
  readonly #accountId: number
  readonly #key: string
  readonly #address: string
  /** Identifies this key among all accounts. */
  readonly #fullKey: string
  #hash: Buffer | undefined
  /** The key is bound to the effect of this call. */
  #bound = false
  #running = false

  constructor(keys: IdempotencyKeys, actor: Actor, key: string, address: string) {
    this.#keys = keys
    this.#tenantId = actor.tenantId
    this.#accountId = actor.accountId
    this.#key = `key:${key}`
    this.#address = address
    this.#fullKey = `${actor.tenantId}/${actor.accountId}/${key}`
  }

  /** What the call requires of its transactions. */
  scope(): CallScope {
    return {
      beforeCommit: db => this.#bind(db),
      onUpload: (fields, name, content) =>
        this.begin(
          JSON.stringify([Object.entries(fields).sort(), name]),
          createHash('sha256').update(content).digest(),
        ),
    }
  }

  /**
   * Checks whether the call was made before; `parts` are its body.
   * @throws Replay, Refusal idempotencyReuse when another body came under the key, tooFast while the first call is in
   * progress
   */
  async begin(...parts: (string | Buffer)[]): Promise<void> {
    const hash = createHash('sha256').update(this.#address)
    for (const part of parts) hash.update(part)
    this.#hash = hash.digest()
    await this.#waitForTurn()
    try {
      await this.#assertFirst(this.#hash)
    } catch (error) {
      this.#end()
      throw error
    }
  }

  /** Stores the answer; undefined for an answer that is not JSON text. Never fails: the effect has already happened. */
  async storeAnswer(body: string | undefined): Promise<void> {
    try {
      if (this.#running) await this.#store(body)
    } finally {
      this.#end()
    }
  }

  async #store(body: string | undefined): Promise<void> {
    const { database, log } = this.#keys
    const sealed =
      body !== undefined && Buffer.byteLength(body) <= largestAnswer ? this.#keys.seal(this.#fullKey, body) : null
    // A file can be read again, and the call changed nothing.
    if (body === undefined && !this.#bound) return
    await runOutsideEffect(() =>
      database.withTenant(this.#tenantId, db =>
        db.execute(sql`
          insert into idempotency as i (tenant_id, account_id, key, body_hash, holder, answered_at, sealed)
          values (${this.#tenantId}, ${this.#accountId}, ${this.#key}, ${this.#hash!}, ${database.processNumber}, now(), ${sealed})
          on conflict (tenant_id, account_id, key) do update set
            answered_at = excluded.answered_at, sealed = excluded.sealed, holder = excluded.holder, body_hash = excluded.body_hash,
            created_at = case when ${this.#bound} then i.created_at else excluded.created_at end
          where ${this.#bound} or i.created_at < excluded.created_at - make_interval(hours => ${retentionHours})`),
      ),
    ).catch(err => log.warn({ err }, 'the answer of a call with an idempotency key was not stored'))
  }

  /**
   * The call failed: a refusal may be sent again. It may also have failed because an equal call was faster.
   * @returns what to throw: the error, or the answer of the faster call
   */
  async resolveFailure(error: unknown): Promise<unknown> {
    try {
      if (!this.#running || !(error instanceof Refusal || databaseRefusal(error))) return error
      if (this.#bound) await this.#release()
      else await this.#assertFirst(this.#hash!)
      return error
    } catch (replay) {
      return replay instanceof Replay ? replay : error
    } finally {
      this.#end()
    }
  }

  /**
   * Equal calls of this process run one after the other.
   * @throws Refusal tooFast when that takes too long
   */
  async #waitForTurn(): Promise<void> {
    const { running } = this.#keys
    for (const until = performance.now() + waitMs; running.has(this.#fullKey); await pause())
      if (performance.now() > until) throw new Refusal('tooFast')
    running.add(this.#fullKey)
    this.#running = true
  }

  #end(): void {
    if (this.#running) this.#keys.running.delete(this.#fullKey)
    this.#running = false
  }

  /** Looks for an equal call and waits a while for one in progress elsewhere. Returns when there was none. */
  async #assertFirst(hash: Buffer): Promise<void> {
    for (const until = performance.now() + waitMs; ; await pause()) {
      const stored = await this.#find()
      if (!stored) return
      if (!stored.body_hash.equals(hash)) throw new Refusal('idempotencyReuse')
      if (!stored.alive) throw new Replay(stored.sealed ? this.#keys.unseal(this.#fullKey, stored.sealed) : undefined)
      if (performance.now() > until) throw new Refusal('tooFast')
    }
  }

  /** What is stored under the key. `alive`: another process is still working on it; in this process it is this call's turn. */
  #find(): Promise<(Row & { alive: boolean }) | undefined> {
    const { database } = this.#keys
    return runOutsideEffect(() =>
      database.withTenant(this.#tenantId, async db => {
        const row = await db.maybe<Row>(sql`
          select body_hash, holder, sealed,
                 answered_at is not null or created_at < now() - make_interval(secs => ${longestCallSeconds}) as ended
          from idempotency
          where tenant_id = ${this.#tenantId} and account_id = ${this.#accountId} and key = ${this.#key}
            and created_at > now() - make_interval(hours => ${retentionHours})`)
        if (!row) return undefined
        const alive = !row.ended && row.holder !== database.processNumber && (await database.isAlive(db, row.holder))
        return { ...row, alive }
      }),
    )
  }

  async #release(): Promise<void> {
    const { database, log } = this.#keys
    await runOutsideEffect(() =>
      database.withTenant(this.#tenantId, db =>
        db.execute(
          sql`delete from idempotency where tenant_id = ${this.#tenantId} and account_id = ${this.#accountId} and key = ${this.#key}`,
        ),
      ),
    ).catch(err => log.warn({ err }, 'the idempotency key of a refused call was not released'))
  }

  /** Binds the key to the first transaction of the call that has written anything. */
  async #bind(db: TransactionHandle): Promise<void> {
    if (this.#bound || !this.#hash || (db.tenant !== undefined && db.tenant !== this.#tenantId)) return
    const { wrote, bound } = await db.one<{ wrote: boolean; bound: boolean }>(sql`
      with effect as materialized (select pg_current_xact_id_if_assigned() is not null as wrote),
      bound as (
        insert into idempotency as i (tenant_id, account_id, key, body_hash, holder)
        select ${this.#tenantId}, ${this.#accountId}, ${this.#key}, ${this.#hash}::bytea, ${this.#keys.database.processNumber}
        from effect where wrote
        on conflict (tenant_id, account_id, key) do update set
          body_hash = excluded.body_hash, holder = excluded.holder, answered_at = null, sealed = null, created_at = excluded.created_at
        where i.created_at < excluded.created_at - make_interval(hours => ${retentionHours})
        returning 1)
      select wrote, exists (select from bound) as bound from effect`)
    if (wrote && !bound) throw new KeyTaken()
    if (bound)
      db.afterCommit(() => {
        this.#bound = true
      })
  }
}

const pause = () => new Promise(done => setTimeout(done, 50))

/**
 * Removes the stored answers, which a new master key could not decrypt. Repeated calls then learn that the answer is
 * lost, and the effect is not.
 */
export async function removeStoredAnswers(db: Db): Promise<void> {
  await db.execute(sql`update idempotency set sealed = null where sealed is not null`)
}

/**
 * Removes expired keys.
 * @returns how many
 */
export function removeExpiredKeys(database: Database): Promise<number> {
  return database.acrossTenants('jobs', db =>
    db.execute(
      sql`delete from idempotency where key like 'key:%' and created_at < now() - make_interval(hours => ${retentionHours})`,
    ),
  )
}
