import { type FileInfo, listing, listings, maxVolume, permissionOf, quote, type RowOf } from '@timbermark/contract'
import { nameIn } from '../../entity/names.ts'
import { auditsAllTenants } from '../../entity/tenant-rows.ts'
import { type Reader, readingOf, parseWholeNumber } from '../../entity/read-rows.ts'
import { type Rights, rightsOf } from '../../entity/rights.ts'
import { scopePredicate } from '../../entity/scope.ts'
import { type Actor, staff } from '../../platform/actor.ts'
import { isPlatform } from '../../platform/operator.ts'
import { invalid } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { likePattern, type Sql, sql } from '../../platform/database/sql.ts'
import { publicInfos } from '../site/public-files.ts'

/**
 * Of other enterprises' listings all that row security lets through. It lets the operator's enterprise read every one, for those
 * of it who audit: its traders read what those of any other enterprise read.
 */
export function ofOthers(actor: Actor): Sql {
  const others = sql`t.tenant_id <> ${actor.tenantId}`
  if (!isPlatform(actor) || auditsAllTenants(listing, actor)) return others
  const accepted = sql`exists (select from quote q where q.tenant_id = ${actor.tenantId} and q.listing_id = t.id and q.status = 'applied')`
  return sql`(${others} and ((t.status = 'onShelf' and not t.of_disabled) or ${accepted}))`
}

/** Of the own enterprise's listings those on the shelf and those within the data scope; of others what `ofOthers` says. */
export function readable(actor: Actor, verb: string): Sql {
  return sql`(${ofOthers(actor)} or (t.tenant_id = ${actor.tenantId} and (t.status = 'onShelf' or ${scopePredicate(actor, permissionOf(listing, verb), { alias: 't', dept: 'dept_id', owner: 'created_by' })})))`
}

type PublicProduct = NonNullable<RowOf<typeof listings>['product']>

type Found = Omit<RowOf<typeof listings>, 'mine' | 'phoneShown' | 'product'> & {
  ofTenant: number
  ofAccount: number | null
  writtenBy: number | null
  phone_shown: boolean
  /** To the phone number: given, or given and taken back. */
  consent: 'open' | 'closed' | null
  linked: boolean
  disabled: boolean
  held: boolean
  /** Pictures of another enterprise's listing, whose files row security keeps back. */
  foreign?: FileInfo[]
  product?: PublicProduct
  [column: string]: unknown
}

const ownership = (given: string, { actor }: Reader) => {
  if (given !== 'true' && given !== 'false') throw invalid([{ field: 'mine', error: 'notOneOf' }])
  return given === 'true' ? sql`t.tenant_id = ${actor.tenantId}` : sql`t.tenant_id <> ${actor.tenantId}`
}

/** A volume in cubic metres, searched for in litres. @throws Refusal invalid */
function litres(field: string, given: string): number {
  if (!/^\d{1,10}(\.\d{1,3})?$/.test(given)) throw invalid([{ field, error: 'notNumber' }])
  if (Number(given) > maxVolume) throw invalid([{ field, error: 'tooLarge', params: { max: maxVolume } }])
  return Math.round(Number(given) * 1000)
}

/** The phone number as the view masks it. */
const masked = (phone: string) =>
  phone.length >= 9 ? `${phone.slice(0, 3)}****${phone.slice(-2)}` : `${phone.slice(0, 2)}****`

/** Pictures of others' listings: the public copies, and for whoever audits them the others too. */
async function withForeignPictures(rows: Found[], { actor, services }: Reader): Promise<Found[]> {
  const foreign = new Set(rows.filter(row => row.ofTenant !== actor.tenantId))
  // Before they are told, files are ids.
  const idsOf = (row: Found) => row.picture as unknown as string[]
  const ids = [...foreign].flatMap(idsOf)
  const audited = auditsAllTenants(listing, actor) ? await auditedInfos(services, ids) : []
  const pictures = new Map([...audited, ...(await publicInfos(services.database, ids))])
  return rows.map(row =>
    foreign.has(row) ? { ...row, picture: [], foreign: idsOf(row).flatMap(id => pictures.get(id) ?? []) } : row,
  )
}

/** Pictures of any listing, for whoever audits it: signed, because they are not public before. */
async function auditedInfos({ database, files }: Services, ids: readonly string[]): Promise<Map<string, FileInfo>> {
  if (ids.length === 0) return new Map()
  const rows = await database.readAcrossTenants<Omit<FileInfo, 'url'>>(
    'public-file',
    sql`select id, name, type, size from file_object where id = any(${[...new Set(ids)]}) and owner like 'listing/%'`,
  )
  return new Map(rows.map(row => [row.id, files.info(row)]))
}

/**
 * What is public of the products that listings are of: name and species, of products in use. Row security keeps the rest, and
 * the product itself, to its enterprise; which listings are asked for says what this reader was shown.
 */
async function withProducts(rows: Found[], { services, language }: Reader): Promise<Found[]> {
  const ids = rows.filter(row => row.linked).map(row => row.id)
  if (ids.length === 0) return rows
  const found = await services.database.readAcrossTenants<{
    id: number
    name: string
    texts: Parameters<typeof nameIn>[2]
    latinGenus: string
    latinSpecies: string
  }>(
    'market',
    sql`
      select l.id, p.name, p.name_texts as texts, p.latin_genus as "latinGenus", p.latin_species as "latinSpecies"
      from listing l join product p on p.tenant_id = l.tenant_id and p.id = l.product_id
      where l.id = any(${ids}::bigint[]) and p.status = '0'`,
  )
  const products = new Map(
    found.map(({ id, name, texts, ...latin }) => [id, { name: nameIn(language, name, texts), ...latin }]),
  )
  return rows.map(row => {
    const product = products.get(row.id)
    return product ? { ...row, product } : row
  })
}

/** The owner changes a listing, whoever audits decides about it, both shelve it, everybody else quotes on it. */
function rights(actor: Actor, row: Found): Rights {
  const mine = row.ofTenant === actor.tenantId
  const auditor = auditsAllTenants(listing, actor)
  const consent = auditor ? 'open' : row.consent
  const unless = (allowed: boolean) => (allowed ? undefined : 'absent')
  return rightsOf(listing, actor, row, {
    extraVerbs: { quote: permissionOf(quote, 'add'), phone: permissionOf(listing, 'phone') },
    against: {
      edit: unless(mine),
      remove: unless(mine),
      approve:
        unless(auditor) ?? ([row.ofAccount, row.writtenBy].includes(actor.accountId) ? 'trade.ownAudit' : undefined),
      reject: unless(auditor),
      takeOff: unless(mine || auditor),
      putOn: unless(mine || auditor) ?? (row.held && !auditor ? 'trade.heldByPlatform' : undefined),
      phone: mine || !consent ? 'absent' : consent === 'closed' ? 'trade.consentWithdrawn' : undefined,
      quote:
        unless(!mine) ??
        (row.disabled ? 'trade.enterpriseDisabled' : row.status === 'onShelf' ? undefined : 'stateRefused'),
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
    origin: given => sql`t.origin ilike ${likePattern(given)}`,
    species: given => sql`t.species = ${given}`,
    form: given => sql`t.form = ${given}`,
    place: given => sql`t.place = ${given.trim().toLowerCase()}`,
    // Of the own ones alone: whose product it is, no other enterprise is told.
    productId: (given, { actor }) =>
      sql`t.id in (select l.id from listing l where l.tenant_id = ${actor.tenantId} and l.product_id = ${parseWholeNumber('productId', given)})`,
    volumeFrom: given => sql`t.litres >= ${litres('volumeFrom', given)}::bigint`,
    volumeTo: given => sql`t.litres <= ${litres('volumeTo', given)}::bigint`,
  },
  columns: { volume: sql`t.litres / 1000.0` },
  walked: true,
  more: sql`t.tenant_id as "ofTenant", t.created_by as "ofAccount", t.updated_by as "writtenBy", t.revision, t.phone_shown, t.of_product as linked, t.held, t.of_disabled as disabled,
    case when t.phone_open then 'open' when t.phone_closed then 'closed' end as consent`,
  enrich: async (rows: Found[], reader) => withProducts(await withForeignPictures(rows, reader), reader),
  rights: (rows: Found[], { actor }) => rows.map(row => rights(actor, row)),
  toRows: (rows: Found[], { actor }) =>
    rows.map(
      ({
        ofTenant,
        ofAccount,
        phone_shown,
        consent: _,
        linked: _linked,
        held: _held,
        disabled: _disabled,
        foreign,
        product,
        ...row
      }) => {
        const mine = ofTenant === actor.tenantId
        // Partners of the enterprise are strangers to each other: they see whole only the numbers that they gave themselves.
        const phoneShown = phone_shown && !(mine && actor.userType !== staff && ofAccount !== actor.accountId)
        return {
          ...row,
          picture: foreign ?? row.picture,
          product: product ?? null,
          mine,
          phoneShown,
          contactPhone: phoneShown ? row.contactPhone : masked(row.contactPhone),
        }
      },
    ),
})
