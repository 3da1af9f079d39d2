/** What the public reading pages show (`/news`, `/market`), for pages that bundle no validator. Moments are ISO 8601. */
import type { Language } from '../limits.ts'

/** An article in a list. */
export interface ArticleCard {
  id: number
  title: string
  /** Language of the title, when it is known. */
  titleIn?: Language
  categoryId: number
  categoryName: string
  isRepost: boolean
  publisher: string | null
  publishTime: string | null
  /** Address of the cover. */
  cover: string | null
}

export interface Article extends ArticleCard {
  /** Source of a repost. */
  repostUrl: string | null
  /** Cleaned HTML. */
  content: string
  contentIn?: Language
  /** Beginning of the content as plain text. */
  summary: string
}

export interface PageBanner {
  id: number
  image: string
  link: string | null
}

export type ListingKind = 'supply' | 'purchase'

/** A listing without its contact: neither the publisher nor the phone number. */
export interface ListingCard {
  id: number
  kind: ListingKind
  goodsName: string
  quantity: number
  unit: 'cubicMeter' | 'ton' | 'root'
  /** Label of the species, in the reader's language. */
  species: string | null
  /** Code of the country in which the trees grew; free text in old listings. */
  origin: string | null
  /** Yuan, with two decimals. */
  expectedPrice: string
  publishTime: string
  pictures: string[]
}

export interface MarketListing extends ListingCard {
  /** Latin name of the species. */
  latinName: string | null
  form: string | null
  woodName: string | null
  /** Millimetres. */
  thickness: string | null
  length: string | null
  width: string | null
  remark: string
}

export interface Choice {
  value: string
  label: string
}

export interface MarketFilter {
  kind: ListingKind
  /** Code of the species dictionary. */
  species?: string
  /** Country code. */
  origin?: string
}

/** Pages of a list are numbered from 1. */
interface Paged {
  page: number
  hasNext: boolean
}

/** The state of a reading page. */
export type ReadingPage =
  | ({
      kind: 'news'
      category: number | null
      categories: { id: number; name: string }[]
      articles: ArticleCard[]
      banners: PageBanner[]
    } & Paged)
  | { kind: 'article'; article: Article; related: ArticleCard[] }
  | ({
      kind: 'market'
      filter: MarketFilter
      /** What the newest listings of the kind may be narrowed to. */
      species: Choice[]
      origins: string[]
      listings: ListingCard[]
      banners: PageBanner[]
    } & Paged)
  | { kind: 'listing'; listing: MarketListing }
  /** Never there, or no longer. */
  | { kind: 'missing'; of: 'news' | 'market' }
  | { kind: 'unavailable'; of: 'news' | 'market' }
