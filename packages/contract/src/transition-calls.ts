import { z } from 'zod'
import { oneOfEach, written } from './wire/shapes.ts'
import { type AnswerOf, defineCall, type ListKey } from './call.ts'
import { givenTexts } from './kinds/shape.ts'
import type { GivenTexts } from './kinds/texts.ts'
import type { Permission } from './permission.ts'
import { keyOf, permissionOf, phraseOf } from './entity.ts'
import { errors, type ErrorKey } from './errors.ts'
import type { Transition } from './states.ts'
import { permissionVerbOf, reasonInLanguages, type Stateful, transitionPath } from './transitions.ts'

const id = z.number().int().positive()
const reason = written().nullish()
const errorKey = z.enum(Object.keys(errors) as [ErrorKey, ...ErrorKey[]])

/** What was done to each record, in the order in which they were named: one that is refused holds up no other. */
export const outcomes = z.strictObject({
  done: z.number().int(),
  failed: z.number().int(),
  results: z.array(
    z.union([
      z.strictObject({ id, ok: z.literal(true), status: z.string() }),
      /** The refusal, and its text in the caller's language. */
      z.strictObject({ id, ok: z.literal(false), error: errorKey, message: z.string() }),
    ]),
  ),
})
export type Outcomes = z.output<typeof outcomes>
export type Outcome = Outcomes['results'][number]

function common(entity: Stateful, transition: Transition) {
  const permission = permissionVerbOf(entity, transition.verb)
  if (permission === undefined) throw new Error(`nobody can be granted ${keyOf(entity)} ${transition.verb}`)
  return {
    method: 'PUT',
    access: {
      // Made from the declaration, as the type of all permissions is.
      permission: permissionOf(entity, permission) as Permission,
      ...(transition.userTypes && { userTypes: transition.userTypes }),
    },
    labels: phraseOf(entity),
    audit: { title: phraseOf(entity), kind: transition.audit ?? 'edit' },
  } as const
}

const route = (transition: Transition) => `${transition.from.join(', ')} -> ${transition.to}`

/** Why a transition is made: in the caller's language, and by language where its field is kept in several. */
export interface GivenReason {
  reason?: string | null | undefined
  reasonTexts?: GivenTexts | undefined
}

/** The same with the version that was read, where the step is about that. */
export interface GivenStep extends GivenReason {
  seen?: number | undefined
}

/** Of many, in the order of their ids. */
export interface GivenSteps extends GivenReason {
  seen?: readonly number[] | undefined
}

const version = z.number().int()
/** In the order of the ids that were given. */
export const versions = z.array(version).min(1).max(100)

const reasonShape = { reason, reasonTexts: givenTexts }

/** Those parts of a body that a transition takes; which they are is known at run time only. */
function reasonParts(entity: Stateful, transition: Transition): typeof reasonShape {
  const plain = transition.reason ? { reason } : {}
  return (reasonInLanguages(entity, transition) ? reasonShape : plain) as typeof reasonShape
}

/** A reason that has to be given is asked for by the lifecycle, in its own words. */
const reasonNeeded = (entity: Stateful, transition: Transition) =>
  transition.reason?.is === 'required'
    ? oneOfEach(reasonInLanguages(entity, transition) ? ['reason', 'reasonTexts'] : ['reason'])
    : {}

/** The call that makes a transition of one record. */
export function transitionCall(entity: Stateful, transition: Transition) {
  const parts = reasonParts(entity, transition)
  const shape = transition.seen === undefined ? z.strictObject(parts) : z.strictObject({ ...parts, seen: version })
  const body: z.ZodType<GivenStep> = shape.meta(reasonNeeded(entity, transition))
  return defineCall({
    ...common(entity, transition),
    path: `/${keyOf(entity)}/:id(^\\d+$)/${transition.verb}` as const,
    summary: `Moves one ${keyOf(entity)}: ${route(transition)}`,
    body,
    answer: z.strictObject({ id, status: z.enum(entity.states.values) }),
  })
}
export type Moved = AnswerOf<ReturnType<typeof transitionCall>>

/** Those to be moved together; each once, whatever the order. */
export const idsBody = z.array(id).min(1).max(100)

/** The call that makes a transition of many records at once. */
export function bulkTransitionCall(entity: Stateful, transition: Transition) {
  const parts = { ids: idsBody, ...reasonParts(entity, transition) }
  const shape = transition.seen === undefined ? z.strictObject(parts) : z.strictObject({ ...parts, seen: versions })
  const body: z.ZodType<{ ids: number[] } & GivenSteps> = shape.meta(reasonNeeded(entity, transition))
  return defineCall({
    ...common(entity, transition),
    path: transitionPath(entity, transition.verb),
    scope: { row: keyOf(entity) as ListKey },
    summary: `Moves several ${keyOf(entity)}: ${route(transition)}; answers for each what was done or refused`,
    body,
    answer: outcomes,
  })
}
