import { beside, datetime, defineEntity, defineView, listing, quote, text } from '@timbermark/contract'

const { kind, unit, picture, goodsName, woodName, ...others } = listing.fields

/** Listings of one kind: the kind is a tab, the unit stands beside the quantity. */
export const listingRows = defineEntity({
  ...listing,
  fields: {
    goodsName,
    picture,
    woodName,
    ...others,
    kind: { ...kind, search: undefined, hideInList: true },
    unit: { ...unit, hideInList: true },
  },
})

const { listingId: _, quoteUser, quoteEnterprise, ...quoteFields } = quote.fields

/** Quotes (applications) as both sides see them; the listing is named by its goods. */
export const quoteRows = defineView({
  ...quote,
  beside: beside<{ listingId: number; side: 'made' | 'received' }>(),
  fields: {
    goodsName: quoteFields.goodsName,
    quoteUser,
    quoteEnterprise,
    price: quoteFields.price,
    quoteTime: quoteFields.quoteTime,
    status: quoteFields.status,
    lastUpdater: text({ max: 50, readonly: true }),
    updateTime: datetime({ readonly: true }),
  },
})
