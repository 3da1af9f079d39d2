import type { Language } from '@timbermark/contract'
import { latinNames } from '@timbermark/contract/cites'
import type { Choice, ListingCard, MarketFilter, MarketListing } from '@timbermark/contract/reading-pages'
import { wordsOfDictionaries } from '../../entity/dictionary.ts'
import { allOf, sql } from '../../platform/database/sql.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { loadPublicFiles } from '../site/public-files.ts'
import { hideContacts } from './hide-contacts.ts'

const speciesDict = 'tree_species'
const formDict = 'wood_kind'

/** Condition for listings (rows `t`) that everybody may read. */
const isPublic = sql`t.status = 'onShelf' and not t.of_disabled`

/** Neither the publisher nor the phone number: nobody has consented to show them to everybody. */
const cardColumns = sql`t.id, t.kind, t.goods_name as "goodsName", t.quantity, t.unit, t.species, t.origin,
  t.expected_price::text as "expectedPrice", t.publish_time as "publishTime", t.picture`

type CardRow = Omit<ListingCard, 'publishTime' | 'pictures'> & { publishTime: Date; picture: string[] }
type ListingRow = CardRow & Omit<MarketListing, keyof ListingCard | 'latinName'>

type Words = ReadonlyMap<string, string> | undefined

const toCard = (row: CardRow, species: Words, pictures: ReadonlyMap<string, { url: string }>): ListingCard => ({
  id: row.id,
  kind: row.kind,
  goodsName: hideContacts(row.goodsName),
  quantity: row.quantity,
  unit: row.unit,
  species: (row.species && species?.get(row.species)) ?? null,
  origin: row.origin && hideContacts(row.origin),
  expectedPrice: row.expectedPrice,
  publishTime: row.publishTime.toISOString(),
  pictures: row.picture.flatMap(id => pictures.get(id)?.url ?? []),
})

/** Listings on the shelf, newest first, one more than a page has when there is another page. */
export async function listPublicListings(
  { database }: Services,
  language: Language,
  { kind, species, origin }: MarketFilter,
  { page, limit }: { page: number; limit: number },
): Promise<{ listings: ListingCard[]; hasNext: boolean }> {
  const where = allOf([
    isPublic,
    sql`t.kind = ${kind}`,
    ...(species ? [sql`t.species = ${species}`] : []),
    ...(origin ? [sql`t.place = ${origin.toLowerCase()}`] : []),
  ])
  const { rows, words } = await database.acrossTenants(
    'market',
    async db => {
      const rows = await db.query<CardRow>(
        sql`select ${cardColumns} from listing t where ${where} order by t.id desc limit ${limit + 1} offset ${(page - 1) * limit}`,
      )
      const chosen = rows.flatMap(row => row.species ?? [])
      return { rows, words: await wordsOfDictionaries(db, [speciesDict], language, chosen) }
    },
    { replica: true },
  )
  const onPage = rows.slice(0, limit)
  const pictures = await loadPublicFiles(
    database,
    onPage.flatMap(row => row.picture.slice(0, 1)),
  )
  return {
    listings: onPage.map(row => toCard(row, words.get(speciesDict), pictures)),
    hasNext: rows.length > limit,
  }
}

/** At most this many of the newest listings of a kind are looked at for the choices of the filter. */
const maxCounted = 1000

/** Species and countries of the newest listings of a kind. */
export function listMarketChoices(
  { database }: Services,
  language: Language,
  kind: MarketFilter['kind'],
): Promise<{ species: Choice[]; origins: string[] }> {
  return database.acrossTenants(
    'market',
    async db => {
      const { codes, countries } = await db.one<{ codes: string[]; countries: string[] }>(sql`
        with newest as materialized (
          select t.species, t.place from listing t where ${isPublic} and t.kind = ${kind} order by t.id desc limit ${maxCounted})
        select array(select distinct species from newest where species is not null) as codes,
          array(select distinct upper(place) from newest where place ~ '^[a-z]{2}$') as countries`)
      const words = await wordsOfDictionaries(db, [speciesDict], language, codes)
      const labels = words.get(speciesDict) ?? new Map<string, string>()
      // In the order of the dictionary.
      return { species: [...labels].map(([value, label]) => ({ value, label })), origins: countries.sort() }
    },
    { replica: true },
  )
}

/** One listing on the shelf. @throws Refusal notFound */
export async function readPublicListing(
  { database }: Services,
  language: Language,
  id: number,
): Promise<MarketListing> {
  const { row, words } = await database.acrossTenants(
    'market',
    async db => {
      const row = await db.maybe<ListingRow>(sql`
        select ${cardColumns}, t.form, t.wood_name as "woodName", t.thickness::text, t.length::text, t.width::text, t.remark
        from listing t where t.id = ${id} and ${isPublic}`)
      if (!row) throw new Refusal('notFound')
      const chosen = [row.species, row.form].flatMap(value => value ?? [])
      return { row, words: await wordsOfDictionaries(db, [speciesDict, formDict], language, chosen) }
    },
    { replica: true },
  )
  const pictures = await loadPublicFiles(database, row.picture)
  return {
    ...toCard(row, words.get(speciesDict), pictures),
    latinName: latinNames(row.species)?.join(' ') ?? null,
    form: (row.form && words.get(formDict)?.get(row.form)) ?? null,
    woodName: row.woodName && hideContacts(row.woodName),
    thickness: row.thickness,
    length: row.length,
    width: row.width,
    remark: hideContacts(row.remark),
  }
}

/** Listings on the shelf for search engines, newest first. */
export function listPublicListingIds({ database }: Services, limit: number): Promise<{ id: number; changed: Date }[]> {
  return database.readAcrossTenants(
    'market',
    sql`select t.id, t.publish_time as changed from listing t where ${isPublic} order by t.id desc limit ${limit}`,
    { replica: true },
  )
}
