import { type FileInfo, listing, listings, permissionOf, quote, type RowOf } from '@timbermark/contract'
import { type Reader, readingOf } from '../../crud/reading.ts'
import { type Rights, rightsOf } from '../../crud/rights.ts'
import { scopePredicate } from '../../crud/scope.ts'
import type { Actor } from '../../platform/actor.ts'
import { isPlatform } from '../../platform/operator.ts'
import { invalid } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { publicInfos } from '../site/public-files.ts'

/** People of an enterprise; the other user types are its partners: suppliers, customers, mini-program users. */
export const staff = 1

/** Of the own enterprise's listings those on the shelf and those within the data scope; of others all that row security lets through. */
function readable(actor: Actor, verb: string): Sql {
  return sql`(t.tenant_id <> ${actor.tenantId} or t.status = 'onShelf' or ${scopePredicate(actor, permissionOf(listing, verb), { alias: 't', dept: 'dept_id', owner: 'created_by' })})`
}

type Found = Omit<RowOf<typeof listings>, 'mine' | 'phoneShown'> & {
  ofTenant: number
  ofAccount: number | null
  phone_shown: boolean
  held: boolean
  /** Pictures of another enterprise's listing, whose files row security keeps back. */
  foreign?: FileInfo[]
  [column: string]: unknown
}

const ownership = (given: string, { actor }: Reader) => {
  if (given !== 'true' && given !== 'false') throw invalid([{ field: 'mine', error: 'notOneOf' }])
  return given === 'true' ? sql`t.tenant_id = ${actor.tenantId}` : sql`t.tenant_id <> ${actor.tenantId}`
}

/** The phone number as the view masks it. */
const masked = (phone: string) =>
  phone.length >= 9 ? `${phone.slice(0, 3)}****${phone.slice(-2)}` : `${phone.slice(0, 2)}****`

/** Pictures of others' listings: the public copies, and for the operator who audits them the others too. */
async function withForeignPictures(rows: Found[], { actor, services }: Reader): Promise<Found[]> {
  const foreign = new Set(rows.filter(row => row.ofTenant !== actor.tenantId))
  // Before they are told, files are ids.
  const idsOf = (row: Found) => row.picture as unknown as string[]
  const ids = [...foreign].flatMap(idsOf)
  const audited = isPlatform(actor) ? await auditedInfos(services, ids) : []
  const pictures = new Map([...audited, ...(await publicInfos(services.database, ids))])
  return rows.map(row =>
    foreign.has(row) ? { ...row, picture: [], foreign: idsOf(row).flatMap(id => pictures.get(id) ?? []) } : row,
  )
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
function rights(actor: Actor, row: Found): Rights {
  const mine = row.ofTenant === actor.tenantId
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
      putOn: unless(mine || operator) ?? (row.held && !operator ? 'trade.heldByPlatform' : undefined),
      quote: unless(!mine) ?? (row.status === 'onShelf' ? undefined : 'stateRefused'),
    },
  })
}

/**
 * Listings as their reader may see them: the table's view masks the phone number. The data scope is not the engine's
 * plain one, because what is on the shelf is beyond anybody's scope: see `readable`.
 */
export const listingReading = readingOf(listings, {
  table: 'listing_shown',
  shared: true,
  where: ({ actor }, verb) => readable(actor, verb),
  search: {
    kind: given => sql`t.kind = ${given}`,
    mine: ownership,
  },
  more: sql`t.tenant_id as "ofTenant", t.created_by as "ofAccount", t.phone_shown, t.held`,
  complete: withForeignPictures,
  rights: (rows: Found[], { actor }) => rows.map(row => rights(actor, row)),
  shown: (rows: Found[], { actor }) =>
    rows.map(({ ofTenant, ofAccount, phone_shown, held: _, foreign, ...row }) => {
      const mine = ofTenant === actor.tenantId
      // Partners of the enterprise are strangers to each other: they see whole only the numbers that they gave themselves.
      const phoneShown = phone_shown && !(mine && actor.userType !== staff && ofAccount !== actor.accountId)
      return {
        ...row,
        picture: foreign ?? row.picture,
        mine,
        phoneShown,
        contactPhone: phoneShown ? row.contactPhone : masked(row.contactPhone),
      }
    }),
})
