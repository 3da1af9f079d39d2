import type { CirculationStep, Language, Texts } from '@timbermark/contract'
import { nameIn } from '../../../entity/names.ts'
import type { Db } from '../../../platform/database/database.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { sql } from '../../../platform/database/sql.ts'

/** A circulation as it stands now: the enterprise's own or the platform's. */
export interface Circulation {
  id: number
  name: string
  /** Its name in the languages that people gave it in, and the phrase of what was delivered below them. */
  texts: Texts
  title_key: string | null
  steps: CirculationStep[]
  used: boolean
}

/** What a refusal calls a circulation: a phrase, which is said in the reader's language, or its own name. */
export const calledIn = ({ title_key, name }: Pick<Circulation, 'title_key' | 'name'>): string => title_key ?? name

/** What a reader is shown of its name. */
export const circulationIn = (
  language: Language,
  { name, texts, title_key }: Pick<Circulation, 'name' | 'texts' | 'title_key'>,
): string => nameIn(language, name, texts, title_key)

/** One of those that an enterprise can go by. */
export async function readCirculation(db: Db, tenantId: number, id: number): Promise<Circulation | undefined> {
  return db.maybe<Circulation>(sql`
    select id, name, name_texts as texts, title_key, steps, status = '0' as used from circulation
    where tenant_id in (${platformTenant}, ${tenantId}) and id = ${id}`)
}

/** Those in use, the enterprise's own first. */
export async function circulationsInUse(db: Db, tenantId: number): Promise<Circulation[]> {
  return db.query<Circulation>(sql`
    select id, name, name_texts as texts, title_key, steps, true as used from circulation
    where tenant_id in (${platformTenant}, ${tenantId}) and status = '0'
    order by (tenant_id = ${platformTenant}), id`)
}
