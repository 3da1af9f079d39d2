import type { CirculationStep, Language, Texts } from '@timbermark/contract'
import { nameIn } from '../../../entity/names.ts'
import type { Db } from '../../../platform/database/database.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { sql } from '../../../platform/database/sql.ts'

/** A circulation with its current steps: the enterprise's own or the platform's. */
export interface Circulation {
  id: number
  name: string
  /** The name in the languages that people entered; `title_key` is the phrase of a circulation that ships with the installation. */
  texts: Texts
  title_key: string | null
  steps: CirculationStep[]
  used: boolean
}

/** The name of a circulation in the parameters of a refusal: a phrase key, which is translated later, or the plain name. */
export const circulationLabel = ({ title_key, name }: Pick<Circulation, 'title_key' | 'name'>): string =>
  title_key ?? name

/** The name of a circulation in a language. */
export const circulationName = (
  language: Language,
  { name, texts, title_key }: Pick<Circulation, 'name' | 'texts' | 'title_key'>,
): string => nameIn(language, name, texts, title_key)

/** Loads a circulation that an enterprise can use. */
export async function loadCirculation(db: Db, tenantId: number, id: number): Promise<Circulation | undefined> {
  return db.maybe<Circulation>(sql`
    select id, name, name_texts as texts, title_key, steps, status = '0' as used from circulation
    where tenant_id in (${platformTenant}, ${tenantId}) and id = ${id}`)
}

/** Loads the circulations in use, the enterprise's own first. */
export async function loadCirculationsInUse(db: Db, tenantId: number): Promise<Circulation[]> {
  return db.query<Circulation>(sql`
    select id, name, name_texts as texts, title_key, steps, true as used from circulation
    where tenant_id in (${platformTenant}, ${tenantId}) and status = '0'
    order by (tenant_id = ${platformTenant}), id`)
}
