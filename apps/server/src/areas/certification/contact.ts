import type { CertificationState, Language } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import { roleName } from '../../entity/words.ts'
import type { Db } from '../../platform/database/database.ts'
import { loadHolders } from '../system/rights/load-holders.ts'
import { type CertifiedRange, loadCertifications } from '../code/directory/certified-ranges.ts'
import type { CodeRange } from '../code/directory/range-facts.ts'

/** At most this many people are named. */
const maxNamed = 3

/** The next step for codes that are not certified, and the permissions that allow it. */
const nextStep: Partial<Record<CertificationState, { say: 'handIn' | 'judge'; verbs: readonly string[] }>> = {
  notAuthorized: { say: 'handIn', verbs: ['authorize', 'submit'] },
  failed: { say: 'handIn', verbs: ['resubmit'] },
  authorizedFailed: { say: 'handIn', verbs: ['resubmit'] },
  notYetCertified: { say: 'judge', verbs: ['judge'] },
}

/** Returns a sentence that says who can have a code certified; undefined when nobody is known. */
export type ContactSentence = (request: number, serial: number) => string | undefined

/**
 * Loads who can have codes certified: for a third party only its name, for the own enterprise people by name and role.
 * People of other enterprises are never named.
 */
export async function loadContacts(
  db: Db,
  tenantId: number,
  language: Language,
  ranges: readonly CodeRange[],
): Promise<ContactSentence> {
  const pieces = await loadCertifications(db, tenantId, ranges)
  const sentences = new Map<CertifiedRange, string | undefined>()
  const sentenceByKey = new Map<string, Promise<string | undefined>>()
  for (const piece of pieces) {
    const key = JSON.stringify([piece.state, piece.certifierName, piece.submittedBy])
    const sentence = sentenceByKey.get(key) ?? composeSentence(db, tenantId, language, piece)
    sentenceByKey.set(key, sentence)
    sentences.set(piece, await sentence)
  }
  return (request, serial) => {
    const match = pieces.find(piece => piece.request === request && piece.from <= serial && serial < piece.to)
    return match && sentences.get(match)
  }
}

async function composeSentence(
  db: Db,
  tenantId: number,
  language: Language,
  piece: CertifiedRange,
): Promise<string | undefined> {
  const { state, certifierName: certifier } = piece
  if (state === 'authorizedNotCertified' && certifier !== null)
    return phrase(language, 'certification.ask.certifier', { certifier })
  const next = nextStep[state]
  const people = next
    ? await loadHolders(
        db,
        tenantId,
        next.verbs.map(verb => `certification:authorization:${verb}`),
        // The submitter must not review their own submission.
        { except: next.say === 'judge' ? piece.submittedBy : null, most: maxNamed },
      )
    : []
  if (!next || people.length === 0) return undefined
  const names = people.map(({ person, ...role }) =>
    phrase(language, 'certification.ask.person', { name: person, role: roleName(language, role) }),
  )
  return phrase(language, `certification.ask.${next.say}`, {
    names: new Intl.ListFormat(language, { type: 'disjunction' }).format(names),
  })
}
