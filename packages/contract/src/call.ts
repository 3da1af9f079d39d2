import type { z } from 'zod'

/** Who may make a call. There is no default. `calls.ts` checks that each permission exists: here its type would make a circle of types. */
export type Access<Right extends string = string> =
  | 'public'
  /** Anybody signed in, whatever the user type. */
  | 'signedIn'
  | {
      permission: Right
      /** User types that may call it; default 1 (back office). */
      userTypes?: readonly number[]
    }
  /** At least one of these. */
  | { anyOf: readonly Right[]; userTypes?: readonly number[] }
  /** Anybody of these user types. */
  | { userTypes: readonly number[] }

/** What the operation log calls a write (dictionary sys_oper_type). */
export type AuditKind =
  | 'other'
  | 'add'
  | 'edit'
  | 'remove'
  | 'grant'
  | 'export'
  | 'import'
  | 'forceLogout'
  | 'generate'
  | 'clean'

/** Entered in the operation log. */
export interface Audited {
  /** Phrase key of the object that was changed. */
  title: string
  kind: AuditKind
  /** Body fields that the log shows. Set it when people may read the log who may not read the record; default all. */
  loggable?: readonly string[]
}

/**
 * Largest body of a public call in bytes, unless the call declares its own. Anybody may send one, and a body is read before
 * anything can be asked of its sender. The longest registration with every character escaped is 6 kB.
 */
export const publicBodyLimit = 8192

/** Key of a list: `catalog/batch`. */
export type ListKey = `${string}/${string}`

/**
 * Which rows a call touches that the data scope of a role may exclude.
 * - `row`: one row of this list, or several. Outside of the scope they are not found. The path, the query or the body names
 *   them by `id` or `ids`, or by `key`.
 * - `rows`: answers the rows of this list that are in scope, as choices.
 * - `like`: the same rows as another call, named by method and path.
 * - `tested`: anything else that depends on the scope, and the file or folder of the tests that check it.
 * - `none`: no row of a scoped list, with the reason.
 */
export type ScopeDecision =
  | { row: ListKey; key?: string }
  | { rows: ListKey }
  | { like: string }
  | { tested: string; in: string }
  | { none: string }

interface CallFacts {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api; parameters as `:id(^\\d+$)`. */
  path: string
  access: Access
  /**
   * The data scope of the call. Required behind a permission of an enterprise's users unless the path says it:
   * `/catalog/batch/:id/...` is about a row of `catalog/batch`.
   */
  scope?: ScopeDecision
  /** One line for the interface docs. */
  summary: string
  query?: z.ZodType
  body?: z.ZodType
  /** Sent as a form: the name of the field that carries the file. */
  upload?: string
  /** Prefix of field labels, so that a refusal names the field as the form does. */
  labels?: string
  audit?: Audited
  /** May be called with an initial password. */
  whileInitial?: boolean
  /** May be called before the user has set up the second factor that their role demands. */
  whileFactorless?: boolean
  /** Largest body in bytes; default 1 MiB, and `publicBodyLimit` for a public call. */
  bodyLimit?: number
  /**
   * The answer is the same for all readers of one language: clients may cache it for this many seconds, and it is sent
   * again only when it has changed.
   */
  maxAgeSeconds?: number
  /** A refusal also sets its code as HTTP status: for answers that clients read as bytes. */
  refusedByStatus?: true
  /** A GET that changes something: the interface docs ask before they try it. */
  changes?: true
  /**
   * Where a GET reads when there is a reading replica, which may be some seconds behind. By default the replica for
   * somebody signed in, whose own writes are waited for, and the primary for everybody else. `primary`: it locks rows,
   * or what it answers must not be older than what others have just been answered.
   */
  reads?: 'primary' | 'replica'
}

/** The answer, in one of three forms. */
export type CallAnswer =
  | {
      /** `data` of the answer. */
      answer: z.ZodType
      /** Envelope keys next to `data`, where clients of this family of back offices expect them. */
      envelopeExtras?: z.ZodType
    }
  /** A list: one of its `rows`. */
  | { rows: z.ZodType }
  /** No envelope but a file of one of these media types. */
  | { file: readonly string[] }

/** One HTTP call: request, answer and access. Server, pages and interface docs read the same value. */
export type CallInput = CallFacts & CallAnswer

/** Keeps the literal types, so that both sides of the wire compile against the same call. */
export function defineCall<const C extends CallInput>(call: C): C {
  return call
}

/** The body that a caller sends. */
export type BodyOf<C> = C extends { body: infer B extends z.ZodType } ? z.input<B> : undefined
/** The body after the server has parsed it. */
export type ParsedBodyOf<C> = C extends { body: infer B extends z.ZodType } ? z.output<B> : undefined
/** The query that a caller sends. */
export type QueryOf<C> = C extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined
/** The query after the server has parsed it. */
export type ParsedQueryOf<C> = C extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined
/** What the call answers. */
export type AnswerOf<C> = C extends { answer: infer A extends z.ZodType } ? z.output<A> : never
/** The keys next to `data` in the envelope. */
export type EnvelopeExtrasOf<C> = C extends { envelopeExtras: infer B extends z.ZodType } ? z.output<B> : undefined

/** A path without the patterns of its parameters: `/code/qr/:code`. */
export type PlainPath<Path extends string> = Path extends `${infer Before}(${string})${infer After}`
  ? `${Before}${PlainPath<After>}`
  : Path

/** Names of the parameters in a path without patterns. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** Names of the parameters of a path. */
export type ParamOf<Path extends string> = NamesIn<PlainPath<Path>>
