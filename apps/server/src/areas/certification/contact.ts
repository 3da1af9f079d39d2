import type { CertificationState, Language } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import { roleName } from '../../entity/words.ts'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { type CertifiedRange, loadCertifications } from '../code/directory/certified-ranges.ts'
import type { CodeRange } from '../code/directory/range-facts.ts'

/** So many people are named: of more, anybody will do. */
const mostNamed = 3

/** What has to be done next with codes that are not certified, and which permission of the own enterprise it takes. */
const nextStep: Partial<Record<CertificationState, { say: 'handIn' | 'judge'; verbs: readonly string[] }>> = {
  notAuthorized: { say: 'handIn', verbs: ['authorize', 'submit'] },
  failed: { say: 'handIn', verbs: ['resubmit'] },
  authorizedFailed: { say: 'handIn', verbs: ['resubmit'] },
  notYetCertified: { say: 'judge', verbs: ['judge'] },
}

/** Says of a code that is not certified who can see to it; undefined where nobody is known. */
export type WhomToAsk = (request: number, serial: number) => string | undefined

/**
 * Who can see to the certification of codes: of a third party its name alone, of the own enterprise people by name and role.
 * Nobody of another enterprise is ever named.
 */
export async function whomToAsk(
  db: Db,
  tenantId: number,
  language: Language,
  ranges: readonly CodeRange[],
): Promise<WhomToAsk> {
  const pieces = await loadCertifications(db, tenantId, ranges)
  const said = new Map<CertifiedRange, string | undefined>()
  const known = new Map<string, Promise<string | undefined>>()
  for (const piece of pieces) {
    const key = JSON.stringify([piece.state, piece.certifierName, piece.submittedBy])
    const sentence = known.get(key) ?? sentenceOf(db, tenantId, language, piece)
    known.set(key, sentence)
    said.set(piece, await sentence)
  }
  return (request, serial) => {
    const its = pieces.find(piece => piece.request === request && piece.from <= serial && serial < piece.to)
    return its && said.get(its)
  }
}

async function sentenceOf(
  db: Db,
  tenantId: number,
  language: Language,
  piece: CertifiedRange,
): Promise<string | undefined> {
  const { state, certifierName: certifier } = piece
  if (state === 'authorizedNotCertified' && certifier !== null)
    return phrase(language, 'certification.ask.certifier', { certifier })
  const next = nextStep[state]
  const people = next ? await holdersOf(db, tenantId, next.verbs, next.say === 'judge' ? piece.submittedBy : null) : []
  if (!next || people.length === 0) return undefined
  const names = people.map(({ person, ...role }) =>
    phrase(language, 'certification.ask.person', { name: person, role: roleName(language, role) }),
  )
  return phrase(language, `certification.ask.${next.say}`, {
    names: new Intl.ListFormat(language, { type: 'disjunction' }).format(names),
  })
}

interface Person {
  person: string
  /** Of the role by which he may. */
  key: string
  name: string
  builtIn: boolean
}

/** People of the enterprise who may do one of these. @param except whose own submission it is: he does not review it */
function holdersOf(db: Db, tenantId: number, verbs: readonly string[], except: number | null): Promise<Person[]> {
  return db.query<Person>(sql`
    select distinct on (a.id) a.nick_name as person, r.role_key as key, r.role_name as name, r.built_in as "builtIn"
    from account a
    join account_role ar on ar.tenant_id = a.tenant_id and ar.account_id = a.id
    join role r on r.tenant_id = ar.tenant_id and r.id = ar.role_id and r.status = '0'
    join role_menu rm on rm.tenant_id = r.tenant_id and rm.role_id = r.id
    join menu m on m.id = rm.menu_id and m.status = '0' and m.perms = any(${verbs.map(verb => `certification:authorization:${verb}`)})
    where a.tenant_id = ${tenantId} and a.status = '0' and a.id is distinct from ${except}
    order by a.id, r.role_sort limit ${mostNamed}`)
}
