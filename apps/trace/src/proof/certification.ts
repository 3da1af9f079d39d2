import { certificationStates } from '@timbermark/contract/certification-states'
import type { TraceCertification } from '@timbermark/contract/trace'
import type { Statement } from './evidence.ts'
import { certificationStep, type RequestFacts, sealedCertificate } from './kinds.ts'
import { doneTo } from './spans.ts'
import { familyOf, shaped, type Walked } from './walked.ts'

type Step = TraceCertification['steps'][number]

/** What a code is certified as: each step that was ever taken on it is one that follows from the one before. */
export function certificationOf(walked: Walked, request: RequestFacts, serial: number): TraceCertification {
  const steps = doneTo(walked, request, serial, {
    kind: 'certification',
    read: readStep,
    numberOf: ({ step }) => step,
  })
  let state: TraceCertification['state'] = certificationStates.initial
  for (const [at, one] of steps.entries()) {
    const isTwice = steps[at - 1]?.step === one.step
    if (!isTwice && nextOf(one.action, state) !== one.state) walked.fail('missing', 'certification')
    state = one.state
  }
  return { state, steps }
}

const nextOf = (verb: Step['action'], from: Step['state']) =>
  certificationStates.transitions.find(
    transition => transition.verb === verb && (transition.from as readonly string[]).includes(from),
  )?.to

/** Open fields of a step beside its papers: what docs/sealed-fields.md names. */
const openOfStep = 9

function readStep(statement: Statement): Step | undefined {
  const says = shaped(statement, certificationStep)
  const documents = familyOf(statement.fields, 'document', /^(0|[1-9]\d{0,3})$/, sealedCertificate)
  // What is closed of a step could be opened in the place of a paper that is kept back.
  if (!says || !documents || statement.fields.size !== openOfStep + documents.length) return undefined
  const { step, action, state, enterprise, certifier, at, judgedOn } = says
  return {
    ...{ step, action, state, enterprise, certifier, at, judgedOn },
    documents: documents
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([, { code, name, number, scheme, copies }]) => ({ code, name, number, scheme, copies })),
  }
}
