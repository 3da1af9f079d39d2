import type { z } from 'zod'

/** Who may make a call. There is no default. */
export type Access =
  | 'public'
  /** Anybody signed in, whatever the user type. */
  | 'signedIn'
  | {
      permission: string
      /** User types that may call it; 1 (back office) unless said otherwise. */
      userTypes?: readonly number[]
    }
  /** At least one of these. */
  | { anyOf: readonly string[]; userTypes?: readonly number[] }
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

/** One call of the wire: what is sent, what comes back, who may. Server, pages and the interface docs read the same value. */
export interface CallInput {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api; parameters as `:id(^\\d+$)`. */
  path: string
  access: Access
  /** One line for the interface docs. */
  summary: string
  query?: z.ZodType
  body?: z.ZodType
  /** `data` of the answer. */
  answer: z.ZodType
  /** Prefix of field labels, so that a refusal names the field as the form does. */
  labels?: string
  /** Entered in the operation log: phrase key of what was done to, and how. */
  audit?: { title: string; kind: AuditKind }
}

/** Keeps the literal types, so that both sides of the wire compile against the same call. */
export function defineCall<const C extends CallInput>(call: C): C {
  return call
}

/** The body that a caller sends. */
export type BodyOf<C extends CallInput> = C extends { body: infer B extends z.ZodType } ? z.input<B> : undefined
/** The body as the server has read it. */
export type ReadBodyOf<C extends CallInput> = C extends { body: infer B extends z.ZodType } ? z.output<B> : undefined
/** The query as the server has read it. */
export type ReadQueryOf<C extends CallInput> = C extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined
/** What the call answers. */
export type AnswerOf<C extends CallInput> = z.output<C['answer']>
