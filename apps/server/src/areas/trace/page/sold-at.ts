import type { Language } from '@timbermark/contract'
import type { TraceStore } from '@timbermark/contract/trace'
import { nameIn } from '../../../entity/names.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

/** Most stores shown; a dealer with more of them has a list elsewhere. */
const maxShown = 10

interface Code {
  tenantId: number
  requestNumber: number
  serial: number
}

export interface StoreRow {
  name: string
  address: string
  texts: Parameters<typeof nameIn>[2]
}

/**
 * Places of sale that the enterprise shows: stores and customers of the dealer who holds the code now, or, without a dealer,
 * the customers that the enterprise serves itself. Excludes disabled dealers, stores and customers. Selects only name and
 * address, no telephone numbers.
 */
export const storeRows = ({ tenantId, requestNumber, serial }: Code): Sql => sql`
    with holder as (
      select c.dealer_id as id from code_assignment c
      where c.tenant_id = ${tenantId} and c.current and c.request_number = ${requestNumber}
        and c.first_serial <= ${serial} and upper(c.serials) > ${serial}),
    selling as (select d.id from holder join dealer d on d.tenant_id = ${tenantId} and d.id = holder.id and d.status = '0')
    select name, address, texts from (
      select s.name, s.address, s.address_texts as texts, s.id from store s join selling on selling.id = s.dealer_id
      where s.tenant_id = ${tenantId} and s.status = '0' and s.shown
      union all
      select k.name, k.address, '{}', k.id from customer k
      where k.tenant_id = ${tenantId} and k.status = '0' and k.shown
        and (k.dealer_id in (select id from selling) or (k.dealer_id is null and not exists (select from holder)))
    ) place order by name, id limit ${maxShown}`

export const storeOf = ({ name, address, texts }: StoreRow, language: Language): TraceStore => ({
  name,
  address: nameIn(language, address, texts),
})
