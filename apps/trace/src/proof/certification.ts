import { certificationStates } from '@timbermark/contract/certification-states'
import type { TraceCertification } from '@timbermark/contract/trace'
import type { OpenedEntry } from './evidence.ts'
import { certificationFacts, type RequestFacts, certificateDocument } from './kinds.ts'
import { filesOfPaper, type ProvenFile } from './proven-files.ts'
import { proveCodeActions } from './spans.ts'
import { parseFieldFamily, parseFields, type ProofWalk } from './proof-walk.ts'

type Step = TraceCertification['steps'][number]

/** The certification of a code, and the papers of its steps. */
export interface ProvenCertification {
  certification: TraceCertification
  files: readonly ProvenFile[]
}

/** Proves the certification state of a code. Every step ever taken on it must follow from the step before. */
export function proveCertification(walk: ProofWalk, request: RequestFacts, serial: number): ProvenCertification {
  const opened = proveCodeActions(walk, request, serial, {
    kind: 'certification',
    parse: parseStep,
    numberOf: ({ step: { step } }) => step,
  })
  const steps = opened.map(({ step }) => step)
  let state: TraceCertification['state'] = certificationStates.initial
  for (const current of steps) {
    if (nextState(current.action, state) !== current.state) walk.fail('missing', 'certification')
    state = current.state
  }
  return { certification: { state, steps }, files: opened.flatMap(({ files }) => files) }
}

const nextState = (verb: Step['action'], from: Step['state']) =>
  certificationStates.transitions.find(
    transition => transition.verb === verb && (transition.from as readonly string[]).includes(from),
  )?.to

/** Number of open fields of a step without its papers, as listed in docs/sealed-fields.md. */
const openFieldCount = 9

function parseStep(entry: OpenedEntry): { step: Step; files: ProvenFile[] } | undefined {
  const facts = parseFields(entry, certificationFacts)
  const documents = parseFieldFamily(entry.fields, 'document', /^(0|[1-9]\d{0,3})$/, certificateDocument)
  // Otherwise an opened private field could take the place of a paper that is withheld.
  if (!facts || !documents || entry.fields.size !== openFieldCount + documents.length) return undefined
  const { step, action, state, enterprise, certifier, at, judgedOn } = facts
  documents.sort(([a], [b]) => Number(a) - Number(b))
  return {
    step: {
      ...{ step, action, state, enterprise, certifier, at, judgedOn },
      documents: documents.map(([, { code, name, number, scheme, copies }]) => ({
        code,
        name,
        number,
        scheme,
        copies,
      })),
    },
    files: documents.flatMap(([, document]) => filesOfPaper(document)),
  }
}
