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
import { type Sql, sql } from '../../platform/database/sql.ts'
import { loadPublicFiles } from '../site/public-files.ts'

/**
 * Condition for other enterprises' listings: all that row security lets through. Row security lets the operator's enterprise
 * read every listing, for its auditors; its traders read what those of any other enterprise read.
 */
export function othersListings(actor: Actor): Sql {
  const others = sql`t.tenant_id <> ${actor.tenantId}`
  if (!isPlatform(actor) || auditsAllTenants(listing, actor)) return others
  const accepted = sql`exists (select from quote q where q.tenant_id = ${actor.tenantId} and q.listing_id = t.id and q.status = 'applied')`
  return sql`(${others} and ((t.status = 'onShelf' and not t.of_disabled) or ${accepted}))`
}

/** Condition for readable listings: of the own enterprise those on the shelf and those in scope; of others see `othersListings`. */
export function readableListings(actor: Actor, verb: string): Sql {
  return sql`(${othersListings(actor)} or (t.tenant_id = ${actor.tenantId} and (t.status = 'onShelf'
    or ${scopePredicate(actor, permissionOf(listing, verb), { alias: 't', dept: 'dept_id', owner: 'created_by' })})))`
}

type PublicProduct = NonNullable<RowOf<typeof listings>['product']>

type FoundListing = Omit<RowOf<typeof listings>, 'mine' | 'phoneShown' | 'product'> & {
  ofTenant: number
  ofAccount: number | null
  writtenBy: number | null
  phone_shown: boolean
  /** Consent to show the phone number: given, or withdrawn. */
  consent: 'open' | 'closed' | null
  linked: boolean
  disabled: boolean
  held: boolean
  /** Pictures of another enterprise's listing, whose file rows row security hides. */
  foreign?: FileInfo[]
  product?: PublicProduct
  [column: string]: unknown
}

const ownershipFilter = (value: string, { actor }: Reader) => {
  if (value !== 'true' && value !== 'false') throw invalid([{ field: 'mine', error: 'notOneOf' }])
  return value === 'true' ? sql`t.tenant_id = ${actor.tenantId}` : sql`t.tenant_id <> ${actor.tenantId}`
}

/** Parses a volume in cubic metres into litres. @throws Refusal invalid */
function parseLitres(field: string, value: string): number {
  if (!/^\d{1,10}(\.\d{1,3})?$/.test(value)) throw invalid([{ field, error: 'notNumber' }])
  if (Number(value) > maxVolume) throw invalid([{ field, error: 'tooLarge', params: { max: maxVolume } }])
  return Math.round(Number(value) * 1000)
}

/** Masks a phone number as the database view does. */
const maskPhone = (phone: string) =>
  phone.length >= 9 ? `${phone.slice(0, 3)}****${phone.slice(-2)}` : `${phone.slice(0, 2)}****`

/** Adds pictures of others' listings: the public copies, and for auditors the unpublished ones too. */
async function withForeignPictures(rows: FoundListing[], { actor, services }: Reader): Promise<FoundListing[]> {
  const foreign = new Set(rows.filter(row => row.ofTenant !== actor.tenantId))
  // At this point files are still ids.
  const idsOf = (row: FoundListing) => row.picture as unknown as string[]
  const ids = [...foreign].flatMap(idsOf)
  const audited = auditsAllTenants(listing, actor) ? await auditedInfos(services, ids) : []
  const pictures = new Map([...audited, ...(await loadPublicFiles(services.database, ids))])
  return rows.map(row =>
    foreign.has(row) ? { ...row, picture: [], foreign: idsOf(row).flatMap(id => pictures.get(id) ?? []) } : row,
  )
}

/** Pictures of any listing for auditors, with signed addresses because they are not public yet. */
async function auditedInfos({ database, files }: Services, ids: readonly string[]): Promise<Map<string, FileInfo>> {
  if (ids.length === 0) return new Map()
  const rows = await database.readAcrossTenants<Omit<FileInfo, 'url'>>(
    'public-file',
    sql`select id, name, type, size from file_object where id = any(${[...new Set(ids)]}) and owner like 'listing/%'`,
    { replica: true },
  )
  return new Map(rows.map(row => [row.id, files.info(row)]))
}

/**
 * Adds the public facts of listed products in use: name and species. Row security hides everything else of the product from
 * other enterprises; only products of listings that this reader may see are loaded.
 */
async function withProducts(rows: FoundListing[], { services, language }: Reader): Promise<FoundListing[]> {
  const ids = rows.filter(row => row.linked).map(row => row.id)
  if (ids.length === 0) return rows
  const publicProducts = await services.database.readAcrossTenants<{
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
    { replica: true },
  )
  const products = new Map(
    publicProducts.map(({ id, name, texts, ...latin }) => [id, { name: nameIn(language, name, texts), ...latin }]),
  )
  return rows.map(row => {
    const product = products.get(row.id)
    return product ? { ...row, product } : row
  })
}

/** The owner changes a listing, auditors decide about it, both shelve it, everybody else quotes on it. */
function listingRights(actor: Actor, row: FoundListing): Rights {
  const mine = row.ofTenant === actor.tenantId
  const auditor = auditsAllTenants(listing, actor)
  const consent = auditor ? 'open' : row.consent
  const absentUnless = (allowed: boolean) => (allowed ? undefined : 'absent')
  return rightsOf(listing, actor, row, {
    extraVerbs: { quote: permissionOf(quote, 'add'), phone: permissionOf(listing, 'phone') },
    against: {
      edit: absentUnless(mine),
      remove: absentUnless(mine),
      approve:
        absentUnless(auditor) ??
        ([row.ofAccount, row.writtenBy].includes(actor.accountId) ? 'trade.ownAudit' : undefined),
      reject: absentUnless(auditor),
      takeOff: absentUnless(mine || auditor),
      putOn: absentUnless(mine || auditor) ?? (row.held && !auditor ? 'trade.heldByPlatform' : undefined),
      phone: mine || !consent ? 'absent' : consent === 'closed' ? 'trade.consentWithdrawn' : undefined,
      quote:
        absentUnless(!mine) ??
        (row.disabled ? 'trade.enterpriseDisabled' : row.status === 'onShelf' ? undefined : 'stateRefused'),
    },
  })
}

/**
 * Listings as their reader may see them: the database view masks the phone number. The plain data scope of the engine does not
 * fit, because listings on the shelf are visible whatever the scope: see `readableListings`.
 */
export const listingReading = readingOf(listings, {
  table: 'listing_shown',
  shared: true,
  where: ({ actor }, verb) => readableListings(actor, verb),
  search: {
    kind: value => sql`t.kind = ${value}`,
    mine: ownershipFilter,
    origin: value => sql`t.origin = ${value}`,
    species: value => sql`t.species = ${value}`,
    form: value => sql`t.form = ${value}`,
    place: value => sql`t.place = ${value.trim().toLowerCase()}`,
    // Own listings only: other enterprises must not learn whose product it is.
    productId: (value, { actor }) =>
      sql`t.id in (select l.id from listing l where l.tenant_id = ${actor.tenantId} and l.product_id = ${parseWholeNumber('productId', value)})`,
    volumeFrom: value => sql`t.litres >= ${parseLitres('volumeFrom', value)}::bigint`,
    volumeTo: value => sql`t.litres <= ${parseLitres('volumeTo', value)}::bigint`,
  },
  columns: { volume: sql`t.litres / 1000.0` },
  walked: true,
  more: sql`t.tenant_id as "ofTenant", t.created_by as "ofAccount", t.updated_by as "writtenBy", t.revision, t.phone_shown,
    t.of_product as linked, t.held, t.of_disabled as disabled,
    case when t.phone_open then 'open' when t.phone_closed then 'closed' end as consent`,
  enrich: async (rows: FoundListing[], reader) => withProducts(await withForeignPictures(rows, reader), reader),
  rights: (rows: FoundListing[], { actor }) => rows.map(row => listingRights(actor, row)),
  toRows: (rows: FoundListing[], { actor }) =>
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
        // Partners of the enterprise are strangers to each other: they see only numbers that they entered themselves unmasked.
        const phoneShown = phone_shown && !(mine && actor.userType !== staff && ofAccount !== actor.accountId)
        return {
          ...row,
          picture: foreign ?? row.picture,
          product: product ?? null,
          mine,
          phoneShown,
          contactPhone: phoneShown ? row.contactPhone : maskPhone(row.contactPhone),
        }
      },
    ),
})
