import { parseCode, statedSerial } from '@timbermark/codes'
import type { OpenedEntry } from './evidence.ts'
import { custodyFacts, type RequestFacts } from './kinds.ts'
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

/** Proves to whom a code was handed over; null when it was not. A code is handed on once. */
export function proveHandover(walk: ProofWalk, request: RequestFacts, serial: number): ProvenHandover | null {
  const handovers = proveCodeActions(walk, request, serial, {
    kind: 'custody',
    parse: parseHandover,
    numberOf: ({ handover }) => handover,
  })
  if (handovers.length > 1) walk.fail('entry', 'custody')
  const [first] = handovers
  return first ? { at: first.at, request: first.receivedRequest, serial: serial + first.shift } : null
}

/** Number of open fields of a handover, as listed in docs/sealed-fields.md. */
const openFieldCount = 6

function parseHandover(entry: OpenedEntry): TypeOf<typeof custodyFacts> | undefined {
  const facts = parseFields(entry, custodyFacts)
  return facts && entry.fields.size === openFieldCount ? facts : undefined
}

/** Whether a code is the one that a proven handover leads to: by its own number and serial, not by what anyone states. */
export function isCodeOf({ request, serial }: ProvenHandover, code: string): boolean {
  const parsed = parseCode(code)
  return parsed.ok && parsed.request === request && statedSerial(parsed) === serial
}
