import type {
  Access,
  AnswerOf,
  Audited,
  EnvelopeExtrasOf,
  CallInput,
  Language,
  ParamOf,
  ParsedBodyOf,
  ParsedQueryOf,
  ScopeDecision,
} from '@timbermark/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '../actor.ts'
import type { Services } from '../services.ts'
import type { Rows, FileAnswer, Answer } from './answers.ts'

export interface Call<Q = unknown, B = unknown, Param extends string = string> {
  services: Services
  /** Present unless the route is public. */
  actor: Actor
  language: Language
  ip: string
  userAgent: string
  requestId: string
  params: Record<Param, string>
  query: Q
  body: B
  request: FastifyRequest
  reply: FastifyReply
  /** Object of the entry in the operation log, when only the handler knows it. */
  auditTitle?: string
  /** Aborts when the caller closes the connection. */
  signal: AbortSignal
}

export interface RouteSpec<Q extends z.ZodType = z.ZodType, B extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api; parameters as `:id(^\\d+$)`. */
  path: string
  access: Access<string>
  /** One line for the interface docs. */
  summary: string
  query?: Q
  body?: B
  /** Set when the body is a multipart form: the name of the field that carries the file. */
  upload?: string
  /** The text fields sent with the file. Only for the interface docs: the handler reads them itself. */
  form?: z.ZodObject
  /** Schema of `data` in the answer. */
  answer?: z.ZodType
  /** Schema of the keys of the envelope next to `data`. */
  envelopeExtras?: z.ZodType
  /** Schema of one row, when the answer is a list. */
  rows?: z.ZodType
  /** Media types, when the answer is a file. */
  file?: readonly string[]
  /** Prefix of field labels, so that a refusal names the field as the form does. */
  labels?: string
  audit?: Audited
  /** The data scope decision of the route, when its path does not imply it. */
  scope?: ScopeDecision
  /** May be called by an account that still has its initial password. */
  whileInitial?: boolean
  /** May be called by an account that has not yet set up the second factor that its role demands. */
  whileFactorless?: boolean
  /** Largest body in bytes; the default is 1 MiB, and `publicBodyLimit` for a public route. */
  bodyLimit?: number
  /**
   * The answer is the same for everybody who uses one language: clients may cache it for this many seconds and then
   * revalidate it.
   */
  maxAgeSeconds?: number
  /** A refusal uses its code as the HTTP status too. */
  refusedByStatus?: true
  /** A GET that changes data. */
  changes?: true
  /** Where a GET reads while there is a reading replica. */
  reads?: 'primary' | 'replica'
  handler: (call: Call<z.output<Q>, z.output<B>>) => Promise<unknown>
}

/** Typed helper: infers query and body from their schemas. */
export function route<Q extends z.ZodType = z.ZodType<undefined>, B extends z.ZodType = z.ZodType<undefined>>(
  spec: RouteSpec<Q, B>,
): RouteSpec {
  return spec as unknown as RouteSpec
}

/** What a handler may return for a wire type `T`: a Date becomes its text, undefined becomes null. */
export type BeforeWire<T> = unknown extends T
  ? T
  : string extends T
    ? T | Date
    : T extends null
      ? null | undefined
      : T extends readonly (infer Item)[]
        ? readonly BeforeWire<Item>[]
        : T extends object
          ? { [Key in keyof T]: BeforeWire<T[Key]> }
          : T

/** What the handler of a declared call returns. */
export type HandlerResult<C> = Promise<HandlerData<C>> | (AnswerOf<C> extends null ? Promise<void> : never)

type HandlerData<C> =
  | FastifyReply
  | (C extends { answer: z.ZodType; envelopeExtras: z.ZodType }
      ? Answer<BeforeWire<AnswerOf<C>>, BeforeWire<EnvelopeExtrasOf<C>>>
      : C extends { answer: z.ZodType }
        ? BeforeWire<AnswerOf<C>>
        : C extends { rows: z.ZodType }
          ? Rows
          : FileAnswer)

/** A call as its handler receives it. */
export type CallOf<C extends CallInput> = Call<ParsedQueryOf<C>, ParsedBodyOf<C>, ParamOf<C['path']>>

/** Serves a declared call: the declaration types the handler's query, body and answer. */
export function serve<const C extends CallInput>(call: C, handler: (call: CallOf<C>) => HandlerResult<C>): RouteSpec {
  return { ...call, handler: handler as RouteSpec['handler'] }
}
