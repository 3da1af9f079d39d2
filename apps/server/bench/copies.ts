/** Copied labels as people make and sell them. */
import { dayMs, hourMs, type Sighting } from '../src/areas/channel/detection/rules/sighting.ts'
import { honestItem, household, type Item } from './honest-life.ts'
import type { City, Market } from './market.ts'

export interface CopiedLabel {
  /** The item that was copied. */
  item: Item
  /** What each of its copies is met with, scans and checks, oldest first. */
  copies: Sighting[][]
}

/** So many households get a copy: more than are needed until it is found or missed. */
const sold = 20

/** A copier who scratched an item free has bought it: nobody else scans it, and the copier may check its code. */
function boughtByCopier(market: Market, item: Item): Item {
  const copier = market.person(item.shop)
  const page = market.scan(copier, item.shop, item.boughtAt, 'shop')
  const ownVisits = market.chance(0.5) ? [page, market.check(page, item.boughtAt + hourMs / 60, true)] : [page]
  return {
    ...item,
    visits: [...item.visits.filter(({ at }) => at < item.boughtAt), ...ownVisits].sort((a, b) => a.at - b.at),
  }
}

/** Where the next copy is sold; in a shop its buyer scans it there, too. */
function seller(market: Market): () => { city: City; inShop: boolean } {
  const { copiesOnline, copiesInShops, copiesInOneTown } = market.assumed
  const draw = market.rand()
  if (draw < copiesOnline) return () => ({ city: market.city(), inShop: false })
  const inAll = draw < copiesOnline + copiesInShops ? market.count(3, 5) : draw > 1 - copiesInOneTown ? 1 : 2
  const towns = Array.from({ length: inAll }, () => market.city())
  return () => ({ city: towns[Math.floor(market.rand() * inAll)]!, inShop: true })
}

/** What one copied label is met with. */
export function copiedLabel(market: Market): CopiedLabel {
  const { assumed } = market
  const kind = market.rand()
  const rightCode = kind < assumed.copiesRightCode
  const noCode = kind > 1 - assumed.copiesNoCode
  const honest = honestItem(market)
  const item = rightCode ? boughtByCopier(market, honest) : honest
  const early = !rightCode && market.chance(assumed.copiedEarly)
  const begins = early ? item.leftPortAt - 30 * dayMs : item.boughtAt + market.between(rightCode ? 5 : -20, 60) * dayMs
  const lasts = market.between(30, 150) * dayMs
  const next = seller(market)
  const checks = noCode ? 0 : assumed.checks * assumed.doubts
  const copies = Array.from({ length: sold }, () => {
    const { city, inShop } = next()
    const buyer = market.person(city)
    const at = begins + market.rand() * lasts
    const visits = inShop ? [market.scan(buyer, city, at, 'shop')] : []
    // At home, of what was bought in a shop not always.
    if (!inShop || market.chance(assumed.looksAtHome))
      visits.push(...household(market, buyer, { city, at: at + (inShop ? 5 * hourMs : 0), checks, right: rightCode }))
    return visits.sort((a, b) => a.at - b.at)
  })
  return { item, copies }
}
