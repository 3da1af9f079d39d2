import { z } from 'zod'
import { oneOfEach, undoOffer, written } from './wire/shapes.ts'
import { type AnswerOf, defineCall, type ListKey } from './call.ts'
import { textsInput } from './kinds/shape.ts'
import type { TextsInput } from './kinds/texts.ts'
import type { Permission } from './permission.ts'
import { keyOf, type Listed, permissionOf, phraseOf } from './entity.ts'
import { fieldSchema } from './entity-body.ts'
import { errors, type ErrorKey } from './errors.ts'
import type { Transition } from './states.ts'
import { permissionVerbOf, reasonInLanguages, type Stateful, transitionPath } from './transitions.ts'

const id = z.number().int().positive()
const reason = written().nullish()
const errorKey = z.enum(Object.keys(errors) as [ErrorKey, ...ErrorKey[]])
/** The refusal of one of several records, with its text in the caller's language. */
const refusedRecord = z.strictObject({ id, ok: z.literal(false), error: errorKey, message: z.string() })

/** Outcome of each record, in the order of the request: a refused one does not block others. */
export const outcomes = z.strictObject({
  done: z.number().int(),
  failed: z.number().int(),
  ...undoOffer,
  results: z.array(z.union([z.strictObject({ id, ok: z.literal(true), status: z.string() }), refusedRecord])),
})
export type Outcomes = z.output<typeof outcomes>
export type Outcome = Outcomes['results'][number]

/** The same of several edited records. */
export const editOutcomes = z.strictObject({
  done: z.number().int(),
  failed: z.number().int(),
  results: z.array(z.union([z.strictObject({ id, ok: z.literal(true) }), refusedRecord])),
})
export type EditOutcomes = z.output<typeof editOutcomes>

/** Body of an edit of several records: the fields that get a value, the same for all. */
export const bulkEditBody = (entity: Pick<Listed, 'fields' | 'bulkEdit'>) =>
  z.strictObject({
    ids: z.array(id).min(1).max(100),
    changes: z.looseObject({}).meta({
      properties: Object.fromEntries((entity.bulkEdit ?? []).map(name => [name, fieldSchema(entity.fields[name]!)])),
      additionalProperties: false,
      minProperties: 1,
      examples: (entity.bulkEdit ?? []).flatMap(name => (entity.fields[name]!.kind === 'ref' ? [{ [name]: 1 }] : [])),
    }),
  })

function common(entity: Stateful, transition: Transition) {
  const permission = permissionVerbOf(entity, transition.verb)
  if (permission === undefined) throw new Error(`nobody can be granted ${keyOf(entity)} ${transition.verb}`)
  return {
    method: 'PUT',
    access: {
      // Derived from the declaration, like the type of all permissions.
      permission: permissionOf(entity, permission) as Permission,
      ...(transition.userTypes && { userTypes: transition.userTypes }),
    },
    labels: phraseOf(entity),
    audit: { title: phraseOf(entity), kind: transition.audit ?? 'edit' },
  } as const
}

const route = (transition: Transition) => `${transition.from.join(', ')} -> ${transition.to}`

/** Reason of a transition: in the caller's language, and by language if its field has languages. */
export interface ReasonInput {
  reason?: string | null | undefined
  reasonTexts?: TextsInput | undefined
}

/** The same with the expected version, if the transition needs it. */
export interface TransitionInput extends ReasonInput {
  seen?: number | undefined
}

/** For many records, in the order of their ids. */
export interface BulkTransitionInput extends ReasonInput {
  seen?: readonly number[] | undefined
}

const version = z.number().int()
/** In the order of the ids. */
export const versions = z.array(version).min(1).max(100)

const reasonShape = { reason, reasonTexts: textsInput }

/** Body members of a transition; only known at run time. */
function reasonParts(entity: Stateful, transition: Transition): typeof reasonShape {
  const plain = transition.reason ? { reason } : {}
  return (reasonInLanguages(entity, transition) ? reasonShape : plain) as typeof reasonShape
}

/** A required reason is checked by the lifecycle, with its own message. */
const reasonRequirement = (entity: Stateful, transition: Transition) =>
  transition.reason?.is === 'required'
    ? oneOfEach(reasonInLanguages(entity, transition) ? ['reason', 'reasonTexts'] : ['reason'])
    : {}

/** The call for a transition of one record. */
export function transitionCall(entity: Stateful, transition: Transition) {
  const parts = reasonParts(entity, transition)
  const shape = transition.seen === undefined ? z.strictObject(parts) : z.strictObject({ ...parts, seen: version })
  const body: z.ZodType<TransitionInput> = shape.meta(reasonRequirement(entity, transition))
  return defineCall({
    ...common(entity, transition),
    path: `/${keyOf(entity)}/:id(^\\d+$)/${transition.verb}` as const,
    summary: `Moves one ${keyOf(entity)}: ${route(transition)}`,
    body,
    answer: z.strictObject({ id, status: z.enum(entity.states.values), ...undoOffer }),
  })
}
export type TransitionAnswer = AnswerOf<ReturnType<typeof transitionCall>>

/** Ids to move together; each once, in any order. */
export const idsBody = z.array(id).min(1).max(100)

/** The call for a transition of many records at once. */
export function bulkTransitionCall(entity: Stateful, transition: Transition) {
  const parts = { ids: idsBody, ...reasonParts(entity, transition) }
  const shape = transition.seen === undefined ? z.strictObject(parts) : z.strictObject({ ...parts, seen: versions })
  const body: z.ZodType<{ ids: number[] } & BulkTransitionInput> = shape.meta(reasonRequirement(entity, transition))
  return defineCall({
    ...common(entity, transition),
    path: transitionPath(entity, transition.verb),
    scope: { row: keyOf(entity) as ListKey },
    summary: `Moves several ${keyOf(entity)}: ${route(transition)}; answers for each what was done or refused`,
    body,
    answer: outcomes,
  })
}
