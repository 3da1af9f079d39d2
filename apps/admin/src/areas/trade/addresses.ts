/** Addresses of the trade; all of them belong to the same menu. */
export const tradePaths = {
  list: '/trade/publishInfo',
  add: '/trade/publishInfo/add',
  applications: '/trade/publishInfo/applyList',
  detail: (id: number | string) => `/trade/publishInfo/detail/${id}`,
} as const

export type ListingKind = 'supply' | 'purchase'

/** Kind that an address asks for; supply when it asks for none. */
export const kindOf = (word: string | undefined | null): ListingKind => (word === 'purchase' ? 'purchase' : 'supply')
