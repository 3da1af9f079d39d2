import {
  columnOf,
  languages,
  type ErrorKey,
  type Language,
  nextState,
  permissionVerbOf,
  phraseOf,
  pressedTransitions,
  reasonIssue,
  type AnyEntity,
  type Stateful,
  type StateVerb,
  tableOf,
  transitionOf,
  type Texts,
  textsKeyOf,
} from '@timbermark/contract'
import {
  bulkTransitionCall,
  type ReasonInput,
  type TransitionInput,
  type BulkTransitionInput,
  type TransitionAnswer,
  type Outcome,
  type Outcomes,
  transitionCall,
} from '@timbermark/contract/transition-calls'
import type { Actor } from '../platform/actor.ts'
import type { Db, Row } from '../platform/database/database.ts'
import { join, identifier, sql } from '../platform/database/sql.ts'
import { type Call, type RouteSpec, serve } from '../platform/http/http.ts'
import { invalid, Refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { attemptRow } from '../platform/attempt-row.ts'
import { isNaming, nameFromBody } from './names.ts'
import { tenantRows } from './tenant-rows.ts'
import { allowUndo, offerUndo, type Reverted, type RowChange, storedRow } from './undo.ts'
import { lockRow } from './write.ts'

/** What a rule may know in addition to the row before the transition. */
interface Step {
  services: Services
  /** Of the caller; the default without one. */
  language: Language
  from: string
  to: string
}

/** Rules of one verb beyond its declaration; both run in the transaction, with the row locked. */
export interface TransitionRule {
  /** Restricts the verb to some actors, whatever their permissions; everybody else is refused before a row is read. */
  only?: (actor: Actor) => boolean
  /** Refuses. The state allows the transition; nothing was written yet. */
  guard?: (db: Db, actor: Actor, row: Row, step: Step) => Promise<void>
  /** Further effects of the transition. */
  effect?: (db: Db, actor: Actor, row: Row, step: Step) => Promise<void>
  /** Further effects of undoing it. */
  undone?: (db: Db, actor: Actor, reverted: Reverted) => Promise<void>
  /** Refusals by the name of the constraint that the transition may violate. */
  constraints?: Readonly<Record<string, ErrorKey>>
}

type Rules<E> = { readonly [V in StateVerb<E>]?: TransitionRule }

interface Options {
  /**
   * Locks the row, when the data scope differs from the entity's.
   * @throws Refusal notFound
   */
  lock?: (db: Db, actor: Actor, id: number, permissionVerb: string) => Promise<Row>
  /** Tenant of a locked row, when it is not the actor's. */
  ownerOf?: (row: Row) => number
}

type Caller = Pick<Call, 'services' | 'actor' | 'language'>
/** A transition without a reason needs no language. */
type Mover = Pick<Caller, 'services' | 'actor'> & Partial<Pick<Caller, 'language'>>

/** A reason as its field stores it, and by language when it is stored so. */
interface StoredReason {
  main: string | null
  texts?: Texts
}

/** Runs the declared transitions of an entity; every state change goes through here. */
export class Lifecycle<const E extends Stateful & AnyEntity> {
  readonly #entity: E
  readonly #rules: ReadonlyMap<string, TransitionRule>
  readonly #lock: NonNullable<Options['lock']>
  readonly #ownerOf: Options['ownerOf']

  constructor(entity: E, rules: Rules<E> = {}, { lock, ownerOf }: Options = {}) {
    this.#entity = entity
    this.#rules = new Map(
      Object.entries<TransitionRule | undefined>(rules).flatMap(([verb, rule]) => (rule ? [[verb, rule]] : [])),
    )
    this.#ownerOf = ownerOf
    if (entity.states.transitions.some(({ undo }) => undo))
      allowUndo(entity, {
        afterRevert: async (verb, db, actor, reverted) => this.#rules.get(verb)?.undone?.(db, actor, reverted),
      })
    this.#lock = lock ?? ((db, actor, id, verb) => lockRow(db, entity, actor, id, verb))
  }

  /** The standard calls: one record, and many when the declaration allows it. */
  routes(): RouteSpec[] {
    return pressedTransitions(this.#entity).flatMap(transition => {
      const { verb, bulk } = transition
      const one = serve(transitionCall(this.#entity, transition), call =>
        this.one(call, verb, Number(call.params.id), call.body),
      )
      if (!bulk) return [one]
      const many = serve(bulkTransitionCall(this.#entity, transition), call =>
        this.each(call, verb, call.body.ids, call.body),
      )
      return [one, many]
    })
  }

  /**
   * Moves one record in a transaction of its own.
   * @throws Refusal
   */
  one(caller: Caller, verb: StateVerb<E>, id: number, why?: TransitionInput): Promise<TransitionAnswer> {
    return caller.services.database.withTenant(caller.actor.tenantId, async db => {
      const { change, ...answer } = await this.#moved(db, caller, verb, id, why)
      return { ...answer, ...(await offerUndo(db, this.#entity, caller.actor, verb, change ? [change] : [])) }
    })
  }

  /** Moves each of these records and answers for each: one that cannot be moved does not block the others. */
  async each(caller: Caller, verb: StateVerb<E>, ids: readonly number[], why?: BulkTransitionInput): Promise<Outcomes> {
    // An error in the call itself is answered once, not per record.
    this.#check(caller, verb, why)
    const uniqueIds = [...new Set(ids)]
    const stepOf = this.#stepsOf(verb, ids, why)
    const outcomes = new Map<number, Outcome>()
    const changes: RowChange[] = []
    const undo = await caller.services.database.withTenant(caller.actor.tenantId, async db => {
      // Always in id order, so that two callers who move the same records do not deadlock.
      for (const id of [...uniqueIds].sort((a, b) => a - b))
        outcomes.set(id, await this.#attempt(db, caller, verb, id, changes, stepOf(id)))
      return offerUndo(db, this.#entity, caller.actor, verb, changes)
    })
    const results = uniqueIds.map(id => outcomes.get(id)!)
    const done = results.filter(({ ok }) => ok).length
    return { done, failed: results.length - done, results, ...undo }
  }

  /**
   * Moves one record within a transaction.
   * @throws Refusal notFound, stateRefused, changedSince, and the refusals of the rules
   */
  async move(db: Db, mover: Mover, verb: StateVerb<E>, id: number, why?: TransitionInput): Promise<TransitionAnswer> {
    const { status } = await this.#moved(db, mover, verb, id, why)
    return { id, status }
  }

  /** The same, with what undoing it needs. */
  async #moved(
    db: Db,
    mover: Mover,
    verb: StateVerb<E>,
    id: number,
    why?: TransitionInput,
  ): Promise<TransitionAnswer & { change?: RowChange }> {
    const { services, actor } = mover
    const reason = this.#check(mover, verb, why)
    const { states } = this.#entity
    const permission = permissionVerbOf(this.#entity, verb)
    if (permission === undefined) throw new Error(`${this.#entity.name}: ${verb} is nobody's to make`)
    const row = await this.#lock(db, actor, id, permission)
    const from = String(row[states.field])
    const to = nextState(states, verb, from)
    if (to === undefined) throw new Refusal('stateRefused')
    const { seen, undo } = transitionOf(this.#entity, verb)
    if (seen !== undefined && row[seen] !== why?.seen) throw new Refusal('changedSince')
    const { guard, effect, constraints = {} } = this.#rules.get(verb) ?? {}
    const step = { services, language: mover.language ?? languages[0], from, to }
    await guard?.(db, actor, row, step)
    const before = undo && (await storedRow(db, this.#entity, actor, id))
    try {
      await this.#write(db, actor, verb, row, to, reason)
      await effect?.(db, actor, row, step)
    } catch (error) {
      const known = constraints[constraintOf(error)]
      throw known ? new Refusal(known) : error
    }
    const after = before && (await storedRow(db, this.#entity, actor, id))
    return { id, status: to, ...(before && after && { change: { id, before, after } }) }
  }

  /**
   * The transition input of each record: the reason is one for all.
   * @throws Refusal invalid when a version is missing
   */
  #stepsOf(
    verb: StateVerb<E>,
    ids: readonly number[],
    { seen, ...why }: BulkTransitionInput = {},
  ): (id: number) => TransitionInput {
    if (transitionOf(this.#entity, verb).seen === undefined) return () => why
    if (seen?.length !== ids.length) throw invalid([{ field: 'seen', error: 'required' }])
    return id => ({ ...why, seen: seen[ids.indexOf(id)] })
  }

  /**
   * @returns the reason to store
   * @throws Refusal forbidden, invalid
   */
  #check(
    { actor, language }: Pick<Mover, 'actor' | 'language'>,
    verb: StateVerb<E>,
    why: ReasonInput = {},
  ): StoredReason {
    if (this.#rules.get(verb)?.only?.(actor) === false) throw new Refusal('forbidden')
    const transition = transitionOf(this.#entity, verb)
    const plain = why.reason?.trim() ?? ''
    const field = transition.reason && this.#entity.fields[transition.reason.field]
    if (!transition.reason || !isNaming(field)) {
      const issue = reasonIssue(this.#entity, transition, plain)
      if (issue) throw invalid([issue])
      return { main: plain || null }
    }
    const { now, issues } = nameFromBody(transition.reason.field, field, { plain, texts: why.reasonTexts, language })
    const needless = transition.reason.is === 'optional' && issues.every(({ error }) => error === 'required')
    if (!now && !needless) throw invalid(issues)
    return now ?? { main: null, texts: {} }
  }

  async #write(db: Db, actor: Actor, verb: string, row: Row, to: string, reason: StoredReason): Promise<void> {
    const { states } = this.#entity
    const reasonField = transitionOf(this.#entity, verb).reason
    const changes = [
      sql`${identifier(columnOf(states.field))} = ${to}`,
      ...(reasonField ? [sql`${identifier(columnOf(reasonField.field))} = ${reason.main}`] : []),
      ...(reasonField && reason.texts
        ? [sql`${identifier(columnOf(textsKeyOf(reasonField.field)))} = ${JSON.stringify(reason.texts)}::jsonb`]
        : []),
      sql`updated_by = ${actor.accountId}`,
      sql`updated_at = now()`,
    ]
    const table = identifier(tableOf(this.#entity))
    const owner = this.#ownerOf?.(row)
    const ofTenant = owner === undefined ? tenantRows(this.#entity, actor, table) : sql`tenant_id = ${owner}`
    await db.execute(sql`update ${table} set ${join(changes, ', ')} where ${ofTenant} and id = ${row.id}`)
  }

  /** Moves one of many; when it is refused, its writes are undone. */
  async #attempt(
    db: Db,
    caller: Caller,
    verb: StateVerb<E>,
    id: number,
    changes: RowChange[],
    why?: TransitionInput,
  ): Promise<Outcome> {
    const attempt = { language: caller.language, labels: phraseOf(this.#entity) }
    const outcome = await attemptRow(db, attempt, id, () => this.#moved(db, caller, verb, id, why))
    if ('ok' in outcome) return outcome
    const { status, change } = outcome
    if (change) changes.push(change)
    return { id, ok: true, status }
  }
}

function constraintOf(error: unknown): string {
  return error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
}

/** The calls of a lifecycle without an alias: its verbs, with their rules. */
export function transitionRoutes<const E extends Stateful & AnyEntity>(
  entity: E,
  rules?: Rules<E>,
  options?: Options,
): RouteSpec[] {
  return new Lifecycle(entity, rules, options).routes()
}
