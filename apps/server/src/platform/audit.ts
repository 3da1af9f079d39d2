import type { Audited, AuditKind } from '@timbermark/contract'
import type { Logger } from 'pino'
import type { Actor } from './actor.ts'
import { runOutsideEffect } from './database/call-scope.ts'
import type { Database } from './database/database.ts'
import { sql } from './database/sql.ts'

const kinds: Record<AuditKind, number> = {
  other: 0,
  add: 1,
  edit: 2,
  remove: 3,
  grant: 4,
  export: 5,
  import: 6,
  forceLogout: 7,
  generate: 8,
  clean: 9,
}

const secretNames = /password|token|secret|captcha|^code$|securitycode|codekey|^visitor$|^ticket$/i

/** What an audit entry needs of a route. */
export interface AuditedRoute {
  path: string
  audit?: Audited | undefined
}

/** What an audit entry needs of a call. */
export interface AuditedCall {
  actor: Actor
  ip: string
  requestId: string
  request: { method: string; url: string; query: unknown }
  body?: unknown
  /** Object of the entry, in place of the route's. */
  auditTitle?: string
}

/** Removes secrets and long values from a request body before it is logged. */
export function redact(value: unknown, depth = 0): unknown {
  if (depth > 4) return '…'
  if (Array.isArray(value))
    return value.length > 20
      ? [...value.slice(0, 20).map(item => redact(item, depth + 1)), `… ${value.length}`]
      : value.map(item => redact(item, depth + 1))
  if (value && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, secretNames.test(key) ? '***' : redact(item, depth + 1)]),
    )
  }
  return typeof value === 'string' && value.length > 200 ? `${value.slice(0, 200)}…` : value
}

/** The fields of a body that may be logged; of a list that may not, only its length. */
function loggableBody(body: object | undefined, loggable: readonly string[] | undefined): object | undefined {
  if (!loggable || !body) return body
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => {
      if (loggable.includes(field)) return [field, value]
      return [field, Array.isArray(value) ? `… ${value.length}` : '***']
    }),
  )
}

/** The URL that was called; when it holds a secret token, the route's pattern. */
function addressOf({ path }: AuditedRoute, url: string): string {
  return (path.includes(':token') ? `/api${path}` : (url.split('?')[0] ?? '')).slice(0, 255)
}

/** Writes the operation log. A failure to write is logged, never answered: the call itself has already been answered. */
export class Audit {
  readonly #database: Database
  readonly #log: Logger
  #pending = new Set<Promise<void>>()

  constructor(database: Database, log: Logger) {
    this.#database = database
    this.#log = log
  }

  record(spec: AuditedRoute, call: AuditedCall, costMs: number, failed?: string): Promise<void> {
    const { actor, request } = call
    if (!spec.audit) return Promise.resolve()
    const { kind, loggable: tells } = spec.audit
    const title = call.auditTitle ?? spec.audit.title
    const params = JSON.stringify(
      redact({ ...loggableBody(call.body as object | undefined, tells), ...(request.query as object | undefined) }),
    ).slice(0, 2000)
    // The call may be one that only reads, from a replica that takes no rows.
    const writing = runOutsideEffect(() =>
      this.#database.withTenant(actor.tenantId, db =>
        db.execute(sql`
          insert into oper_log (tenant_id, account_id, oper_name, dept_name, title, business_type, request_method, oper_url, oper_ip,
            oper_param, status, error_msg, cost_time, request_id)
          values (${actor.tenantId}, ${actor.accountId}, ${actor.userName}, ${actor.deptName}, ${title}, ${kinds[kind]}, ${request.method},
                  ${addressOf(spec, request.url)}, ${call.ip}, ${params}, ${failed ? 1 : 0}, ${failed ?? null}, ${costMs}, ${call.requestId})`),
      ),
    ).then(
      () => {},
      error => this.#log.error({ err: error }, 'operation log'),
    )
    this.#pending.add(writing)
    void writing.finally(() => this.#pending.delete(writing))
    return writing
  }

  /** Waits for entries in progress (shutdown, tests). */
  async whenSettled(): Promise<void> {
    await Promise.all(this.#pending)
  }
}
