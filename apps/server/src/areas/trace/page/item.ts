import type { Texts } from '@timbermark/contract'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { DescribedRow } from '../../ledger/sealing/public-description.ts'
import { manyWrong } from '../limits/guess-limits.ts'
import type { KnownCode } from '../limits/open-code.ts'

/** Facts of the item behind a code, with the counts of its scans and checks. */
export interface ItemRow extends DescribedRow {
  country_code: string
  factory_code: string
  batch_date: string
  species: string
  batch_id: number
  batch_number: string
  planned_date: string | null
  volume: string | null
  batch_status: string
  product_name: string
  product_texts: Texts
  foreign_name: string
  chinese_name: string
  latin_genus: string
  latin_species: string
  category: string
  category_texts: Texts
  public_name_texts: Texts
  images: string[]
  video: string[]
  scans: number
  first_scan_at: Date | null
  checks: number
  first_check_at: Date | null
  wrong_checks: number
  first_query_at: Date | null
  /** Wrong checks of the last days, counted up to the number that raises a warning. */
  lately_wrong: number
  /** The foreign code on the item. */
  printed: string | null
}

/** The item of a code; undefined when its request no longer exists. */
export function loadItem(db: Db, { entry, serial }: KnownCode): Promise<ItemRow | undefined> {
  return db.maybe<ItemRow>(sql`
    select r.country_code, r.factory_code, r.batch_date, r.species,
           b.id as batch_id, b.batch_number, b.planned_date, b.volume, b.status as batch_status,
           p.name as product_name, p.name_texts as product_texts, p.foreign_name, p.chinese_name, p.latin_genus, p.latin_species,
           p.description, p.public_description, p.public_description_texts, e.public_name_texts, p.images, p.video, c.name as category, c.name_texts as category_texts,
           coalesce(s.scans, 0) as scans, s.first_scan_at, coalesce(s.checks, 0) as checks, s.first_check_at,
           coalesce(s.wrong_checks, 0) as wrong_checks, s.first_query_at,
           case when s.wrong_checks >= ${manyWrong.tries} then (
             select count(*)::int from (
               select from check_log l
               where l.tenant_id = ${entry.tenantId} and l.request_number = r.request_number and l.serial = ${serial} and not l.genuine
                 and l.checked_at > now() - ${manyWrong.days} * interval '1 day'
               limit ${manyWrong.tries}) w) else 0 end as lately_wrong,
           (select f.value from foreign_code f where f.tenant_id = ${entry.tenantId} and f.request_id = r.id and f.serial = ${serial}) as printed
    from code_request r
    join enterprise e on e.id = ${entry.tenantId}
    join batch b on b.tenant_id = ${entry.tenantId} and b.id = r.batch_id
    join product p on p.tenant_id = ${entry.tenantId} and p.id = b.product_id
    join category c on c.tenant_id = ${entry.tenantId} and c.id = p.category_id
    left join code_stat s on s.tenant_id = ${entry.tenantId} and s.request_number = r.request_number and s.serial = ${serial}
    where r.tenant_id = ${entry.tenantId} and r.id = ${entry.requestId}`)
}
