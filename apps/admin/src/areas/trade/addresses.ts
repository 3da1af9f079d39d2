/** Addresses of the trade screens, which share one menu entry. */
export const tradePaths = {
  list: '/trade/publishInfo',
  add: '/trade/publishInfo/add',
  applications: '/trade/publishInfo/applyList',
  detail: (id: number | string) => `/trade/publishInfo/detail/${id}`,
} as const

export type ListingKind = 'supply' | 'purchase'

/** The kind in an address; supply when it has none. */
export const kindOf = (word: string | undefined | null): ListingKind => (word === 'purchase' ? 'purchase' : 'supply')
