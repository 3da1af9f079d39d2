import { parseCode, statedSerial } from '@timbermark/codes'
import type { StageKey } from '@timbermark/contract/stage-keys'
import type { OpenedEntry } from './evidence.ts'
import { custodyFacts, invitationFacts, type RequestFacts } from './kinds.ts'
import { parseFields, type ProofWalk } from './proof-walk.ts'
import type { TypeOf } from './shape.ts'
import { proveCodeActions } from './spans.ts'

/** Where the next holder reports about the goods. */
export interface ProvenHandover {
  /** When custody passed. */
  at: string
  request: number
  serial: number
}

/** Where a partner, which the holder has invited to single stages, reports about the goods. */
export interface ProvenInvitation extends ProvenHandover {
  stages: readonly StageKey[]
}

/** To whom a code was opened. */
export interface ProvenCustody {
  /** To the next holder; null when it was not handed over. */
  handover: ProvenHandover | null
  /** To invited partners, in the order of their entries. */
  invitations: readonly ProvenInvitation[]
}

/** Proves to whom a code was handed over, and who was invited to report about it. A code is handed on once. */
export function proveCustody(walk: ProofWalk, request: RequestFacts, serial: number): ProvenCustody {
  const actions = proveCodeActions(walk, request, serial, {
    kind: 'custody',
    parse: parseHandover,
    numberOf: ({ handover }) => handover,
  })
  const places = actions.map(({ at, receivedRequest, shift, stages }) => ({
    at,
    request: receivedRequest,
    serial: serial + shift,
    stages,
  }))
  const handovers = places.filter(({ stages }) => stages === null)
  if (handovers.length > 1) walk.fail('entry', 'custody')
  return {
    handover: handovers[0] ?? null,
    invitations: places.flatMap(place => (place.stages ? [{ ...place, stages: place.stages }] : [])),
  }
}

/** Numbers of open fields of a handover and of an invitation, as listed in docs/sealed-fields.md. */
const handoverFieldCount = 6
const invitationFieldCount = 7

type Handover = TypeOf<typeof custodyFacts> & { stages: readonly StageKey[] | null }

function parseHandover(entry: OpenedEntry): Handover | undefined {
  const facts = parseFields(entry, custodyFacts)
  const invited = parseFields(entry, invitationFacts)
  if (!facts || entry.fields.size !== (invited ? invitationFieldCount : handoverFieldCount)) return undefined
  return { ...facts, stages: invited ? invited.stages : null }
}

/** Whether a code is the one that a proven handover leads to: by its own number and serial, not by what anyone states. */
export function isCodeOf({ request, serial }: ProvenHandover, code: string): boolean {
  const parsed = parseCode(code)
  return parsed.ok && parsed.request === request && statedSerial(parsed) === serial
}
