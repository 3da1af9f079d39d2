import type { MarketFilter, ReadingPage } from '@timbermark/contract/reading-pages'
import type { Language } from '../types.ts'

type Query = Readonly<Record<string, string | number | null | undefined>>

function address(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}

const pageNumber = (page: number) => (page > 1 ? page : undefined)

/** Addresses of the reading pages. A language that the reader chose in the address stays with them from link to link. */
export class Addresses {
  readonly #chosen: Language | undefined

  constructor(chosen: Language | undefined) {
    this.#chosen = chosen
  }

  news(category: number | null = null, page = 1, lang = this.#chosen): string {
    return address('/news', { category, page: pageNumber(page), lang })
  }

  article(id: number, lang = this.#chosen): string {
    return address(`/news/${id}`, { lang })
  }

  market({ kind, species, origin }: MarketFilter = { kind: 'supply' }, page = 1, lang = this.#chosen): string {
    return address('/market', {
      kind: kind === 'supply' ? undefined : kind,
      species,
      origin,
      page: pageNumber(page),
      lang,
    })
  }

  listing(id: number, lang = this.#chosen): string {
    return address(`/market/${id}`, { lang })
  }

  trace(): string {
    return address('/c', { lang: this.#chosen })
  }

  signIn(): string {
    return '/login'
  }

  /** The sign-in, which leads to the listing's screen, where one quotes. */
  quote(id: number): string {
    return address('/login', { redirect: `/trade/publishInfo/detail/${id}` })
  }

  /** The address of this page in a language; undefined for a page that is not there. */
  own(page: ReadingPage, lang: Language | undefined = this.#chosen): string | undefined {
    switch (page.kind) {
      case 'news':
        return this.news(page.category, page.page, lang)
      case 'article':
        return this.article(page.article.id, lang)
      case 'market':
        return this.market(page.filter, page.page, lang)
      case 'listing':
        return this.listing(page.listing.id, lang)
      default:
        return undefined
    }
  }
}

/** Host of a web address, for people. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return url
  }
}
