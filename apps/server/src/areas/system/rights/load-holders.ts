import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** A person, and the role that gives the right. */
export interface Holder {
  person: string
  /** Key of the role. */
  key: string
  name: string
  builtIn: boolean
}

/** Loads people of the enterprise who hold one of these permissions, the first accounts first. @param except one who does not count */
export function loadHolders(
  db: Db,
  tenantId: number,
  permissions: readonly string[],
  { except = null, most }: { except?: number | null; most: number },
): Promise<Holder[]> {
  return db.query<Holder>(sql`
    select distinct on (a.id) a.nick_name as person, r.role_key as key, r.role_name as name, r.built_in as "builtIn"
    from account a
    join account_role ar on ar.tenant_id = ${tenantId} and ar.account_id = a.id
    join role r on r.tenant_id = ${tenantId} and r.id = ar.role_id and r.status = '0'
    join role_menu rm on rm.tenant_id = ${tenantId} and rm.role_id = r.id
    join menu m on m.id = rm.menu_id and m.status = '0' and m.perms = any(${[...permissions]})
    where a.tenant_id = ${tenantId} and a.status = '0' and a.id is distinct from ${except}
    order by a.id, r.role_sort limit ${most}`)
}
