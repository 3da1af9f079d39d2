import { type AnyEntity, type FileInfo, labelKeyOf, listing, permissionOf, quote } from '@timbermark/contract'
import { exportColumns } from '../../crud/export.ts'
import type { ListQuery } from '../../crud/list-query.ts'
import { listRows } from '../../crud/list.ts'
import { type Rights, rightsOf } from '../../crud/rights.ts'
import { scopePredicate } from '../../crud/scope.ts'
import { withFiles } from '../../crud/model.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import type { Call } from '../../platform/http/http.ts'
import { isPlatform } from '../../platform/operator.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { publicInfos } from '../site/public-files.ts'

/** People of an enterprise; the other user types are its partners: suppliers, customers, mini-program users. */
export const staff = 1

/**
 * Listings as their reader may see them: the view masks the phone number. The data scope is not the engine's plain one,
 * because what is on the shelf is beyond anybody's scope: see `readable`.
 */
const shown: AnyEntity = { ...listing, table: 'listing_shown', scoped: false }

/** Of the own enterprise's listings those on the shelf and those within the data scope; of others all that row security lets through. */
function readable(actor: Actor, verb: string): Sql {
  return sql`(t.tenant_id <> ${actor.tenantId} or t.status = 'onShelf' or ${scopePredicate(actor, permissionOf(listing, verb), { alias: 't', dept: 'dept_id', owner: 'created_by' })})`
}

interface Facts {
  id: number
  tenant_id: number
  created_by: number | null
  phone_shown: boolean
  held: boolean
}

export interface ListingQuery extends ListQuery {
  mine?: 'true' | 'false' | undefined
}

export async function listListings(
  db: Db,
  call: Pick<Call, 'actor' | 'services'>,
  query: ListingQuery,
): Promise<{ rows: Row[]; total: number; estimated: boolean }> {
  const { actor } = call
  const { mine, ...search } = query
  const found = await listRows(db, shown, actor, search, [readable(actor, 'list'), ...ownership(actor, mine)], {
    shared: true,
  })
  return { ...found, rows: await complete(db, call, found.rows) }
}

function ownership(actor: Actor, mine: ListingQuery['mine']): Sql[] {
  if (mine === undefined) return []
  return [mine === 'true' ? sql`t.tenant_id = ${actor.tenantId}` : sql`t.tenant_id <> ${actor.tenantId}`]
}

/** @throws Refusal notFound */
export async function getListing(db: Db, call: Pick<Call, 'actor' | 'services'>, id: number): Promise<Row> {
  const { rows } = await listRows(db, shown, call.actor, {}, [sql`t.id = ${id}`, readable(call.actor, 'query')], {
    shared: true,
  })
  if (!rows[0]) throw new Refusal('notFound')
  return (await complete(db, call, rows))[0]!
}

/** The phone number as the view masks it. */
const masked = (phone: string) =>
  phone.length >= 9 ? `${phone.slice(0, 3)}****${phone.slice(-2)}` : `${phone.slice(0, 2)}****`

/** Pictures, whose it is, and what this reader may do with it now. */
async function complete(db: Db, { actor, services }: Pick<Call, 'actor' | 'services'>, rows: Row[]): Promise<Row[]> {
  const ids = rows.map(row => row.id as number)
  const facts = new Map(
    (
      await db.query<Facts>(
        sql`select id, tenant_id, created_by, phone_shown, held from listing_shown where id = any(${ids})`,
      )
    ).map(fact => [fact.id, fact]),
  )
  const foreign = rows.filter(row => facts.get(row.id as number)?.tenant_id !== actor.tenantId)
  const shownIds = foreign.flatMap(row => row.picture as string[])
  const audited = isPlatform(actor) ? await auditedInfos(services, shownIds) : []
  const pictures = new Map([...audited, ...(await publicInfos(services.database, shownIds))])
  for (const row of foreign) row.picture = (row.picture as string[]).flatMap(id => pictures.get(id) ?? [])
  const own = rows.filter(row => !foreign.includes(row))
  await withFiles(db, services.files, shown, own)
  return rows.map(row => {
    const fact = facts.get(row.id as number)!
    const mine = fact.tenant_id === actor.tenantId
    // Partners of the enterprise are strangers to each other: they see whole only the numbers that they gave themselves.
    const phoneShown = fact.phone_shown && !(mine && actor.userType !== staff && fact.created_by !== actor.accountId)
    return {
      ...row,
      mine,
      phoneShown,
      contactPhone: phoneShown ? row.contactPhone : masked(row.contactPhone as string),
      ...rights(actor, row, fact),
    }
  })
}

/** Pictures of any listing, for the operator who audits it: signed, because they are not public before. */
async function auditedInfos({ database, files }: Services, ids: readonly string[]): Promise<Map<string, FileInfo>> {
  if (ids.length === 0) return new Map()
  const rows = await database.readAcrossTenants<Omit<FileInfo, 'url'>>(
    'public-file',
    sql`select id, name, type, size from file_object where id = any(${[...new Set(ids)]}) and owner like 'listing/%'`,
  )
  return new Map(rows.map(row => [row.id, files.info(row)]))
}

/** The owner changes a listing, the operator audits it, both shelve it, everybody else quotes on it. */
function rights(actor: Actor, row: Row, fact: Facts): Rights {
  const mine = fact.tenant_id === actor.tenantId
  const operator = isPlatform(actor)
  const unless = (allowed: boolean) => (allowed ? undefined : 'absent')
  return rightsOf(listing, actor, row, {
    beside: { quote: permissionOf(quote, 'add') },
    against: {
      edit: unless(mine),
      remove: unless(mine),
      approve: unless(operator),
      reject: unless(operator),
      takeOff: unless(mine || operator),
      putOn: unless(mine || operator) ?? (fact.held && !operator ? 'trade.heldByPlatform' : undefined),
      quote: unless(!mine) ?? (row.status === 'onShelf' ? undefined : 'stateRefused'),
    },
  })
}

/** Rows of the export: the same that the list shows, block by block. */
export async function* listingSheet(
  call: Call,
  query: ListingQuery,
  word: (key: string) => string,
): AsyncGenerator<unknown[]> {
  const { services, actor, language } = call
  const columns = exportColumns(listing, actor, language)
  const {
    page: _page,
    limit: _limit,
    pageNum: _pageNum,
    pageSize: _pageSize,
    orderBy: _orderBy,
    order: _order,
    mine,
    ...search
  } = query
  for (let after = 0; ; ) {
    const { rows } = await services.database.withTenant(actor.tenantId, async db => {
      const found = await listRows(
        db,
        shown,
        actor,
        { ...search, limit: 100, orderBy: 'id', order: 'asc' },
        [sql`t.id > ${after}`, readable(actor, 'export'), ...ownership(actor, mine)],
        { shared: true },
      )
      return { rows: await complete(db, call, found.rows) }
    })
    for (const row of rows) {
      yield columns.map(({ key }) => {
        const field = (listing.fields as AnyEntity['fields'])[key]
        if (field?.kind === 'choice') return word(`trade.listing.${key}.${row[key]}`)
        return (field?.kind === 'ref' ? row[labelKeyOf(key)] : row[key]) ?? null
      })
    }
    if (rows.length < 100) return
    after = rows.at(-1)!.id as number
  }
}
