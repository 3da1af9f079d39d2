/** A year of an honest item, from the port abroad to its second owner. */
import type { BeforePort } from '../src/areas/channel/detection/rules/before-port.ts'
import { dayMs, hourMs, type Sighting } from '../src/areas/channel/detection/rules/sighting.ts'
import { type City, type Market, type Person, portAbroad } from './market.ts'

/** The enterprise's records of the item. */
export interface Records {
  port: BeforePort | null
  soldAt: number | null
  /** The province where its dealer may sell, and since when the dealer has it. */
  territory: { province: string; since: number } | null
}

export interface Item {
  /** Oldest first. */
  visits: Sighting[]
  records: Records
  shop: City
  leftPortAt: number
  boughtAt: number
}

const year = 365 * dayMs

/**
 * A household's first weeks with an item: they scan it, hand it around and perhaps check. Also for a present, a
 * second-hand item or a copy.
 */
export function household(
  market: Market,
  owner: Person,
  { city, at, checks, right }: { city: City; at: number; checks: number; right: boolean },
): Sighting[] {
  const { assumed } = market
  const opened = market.scan(owner, city, at)
  const visits = [opened]
  if (market.chance(assumed.handsAround))
    for (let others = market.count(1, 3); others > 0; others--) {
      const other = market.person(city, market.chance(0.5) ? owner.wifi : undefined)
      visits.push(market.scan(other, city, at + market.rand() * market.rand() * hourMs))
    }
  if (market.chance(checks)) {
    visits.push(...checked(market, opened, at + market.between(0.01, 0.1) * hourMs, right))
    if (market.chance(assumed.familyChecks)) {
      const later = at + market.between(0.2, 48) * hourMs
      const other = market.scan(market.person(city, owner.wifi), city, later)
      visits.push(other, ...checked(market, other, later + hourMs / 60, right))
    }
  }
  return visits
}

/** Somebody enters the code on the label. A wrong one is tried again. */
function checked(market: Market, page: Sighting, at: number, right: boolean): Sighting[] {
  if (!right)
    return Array.from({ length: market.count(1, 2) }, (_, n) => market.check(page, at + (n * hourMs) / 60, false))
  if (!market.chance(market.assumed.typesWrong)) return [market.check(page, at, true)]
  const wrong = market.check(page, at, false)
  return market.chance(0.1) ? [wrong] : [wrong, market.check(page, at + hourMs / 60, true)]
}

/** Opens the page again without the item. */
function reopened(market: Market, who: Person, city: City, at: number): Sighting[] {
  if (!market.chance(market.assumed.reopens)) return []
  return [market.scan(who, market.chance(0.2) ? market.city() : city, at + market.between(1, 30) * dayMs)]
}

/** People scan it in a shop; some of them live elsewhere. */
function looked(market: Market, shop: City, from: number, until: number, times: number): Sighting[] {
  return Array.from({ length: times }, () => {
    const who = market.person(market.chance(0.1) ? market.city() : shop)
    if (who.home !== shop) who.cameFrom = who.home
    const at = market.between(from, until)
    return [market.scan(who, shop, at, 'shop'), ...reopened(market, who, who.home, at)]
  }).flat()
}

/** Trade people on its way, who scan it as customers would. */
function onItsWay(market: Market, shop: City, leftAt: number, inShopAt: number): Sighting[] {
  const { tradeScans, shopScans } = market.assumed
  const arrivesAt = leftAt + market.between(30, 45) * dayMs
  const stations: [City, number, number][] = [
    [portAbroad, leftAt - market.between(1, 10) * dayMs, tradeScans],
    [market.arrival(), arrivesAt, tradeScans],
    [market.city(), market.between(arrivesAt + 2 * dayMs, inShopAt), tradeScans],
    [shop, inShopAt, shopScans],
  ]
  return stations.flatMap(([city, at, share]) =>
    market.chance(share)
      ? Array.from({ length: market.count(1, 2) }, () =>
          market.scan(market.person(city), city, at + market.rand() * 4 * hourMs, 'shop'),
        )
      : [],
  )
}

/** A sale to somebody who may live elsewhere, and what follows in the first weeks. */
function sale(
  market: Market,
  shop: City,
  at: number,
  online: boolean,
): { visits: Sighting[]; owner: Person; home: City; homeAt: number } {
  const { assumed } = market
  const home = online || market.chance(assumed.homeFar) ? market.city() : shop
  const owner = market.person(home)
  const visits: Sighting[] = []
  if (!online) {
    if (home !== shop) owner.cameFrom = home
    visits.push(market.scan(owner, shop, at, 'shop'))
    owner.cameFrom = home === shop ? null : shop
  }
  const homeAt = at + (home === shop ? 2 * hourMs : 1.5 * dayMs) + market.rand() * 7 * dayMs
  if (online || market.chance(assumed.looksAtHome))
    visits.push(...household(market, owner, { city: home, at: homeAt, checks: assumed.checks, right: true }))
  owner.cameFrom = null
  visits.push(...reopened(market, owner, home, homeAt))
  if (market.chance(assumed.looksLater)) visits.push(market.scan(owner, home, homeAt + market.between(7, 330) * dayMs))
  return { visits, owner, home, homeAt }
}

function later(market: Market, owner: Person, home: City, homeAt: number): Sighting[] {
  const { assumed } = market
  const visits: Sighting[] = []
  if (market.chance(assumed.sendsPicture)) {
    const friend = market.person(market.city())
    friend.shares &&= market.chance(0.5)
    visits.push(market.scan(friend, friend.home, homeAt - Math.log(1 - market.rand()) * 2 * hourMs))
  }
  if (market.chance(assumed.movesHouse)) {
    const moved = market.city()
    for (let times = market.count(0, 2); times > 0; times--)
      visits.push(market.scan(owner, moved, homeAt + market.between(60, 360) * dayMs))
  }
  const passesOn = (city: City, at: number, checks: number) => {
    const other = market.person(city)
    visits.push(...household(market, other, { city, at, checks, right: true }), ...reopened(market, other, city, at))
    if (market.chance(0.3)) visits.push(market.scan(other, city, at + market.between(1, 60) * dayMs))
  }
  if (market.chance(assumed.givesAwayFar))
    passesOn(market.city(), homeAt + market.between(1, 180) * dayMs, assumed.checks)
  if (market.chance(assumed.secondHand)) {
    const at = homeAt + market.between(30, 300) * dayMs
    visits.push(...looked(market, home, at - 7 * dayMs, at, market.count(0, 2)))
    passesOn(market.chance(0.5) ? home : market.city(), at + market.between(0.1, 5) * dayMs, 2 * assumed.checks)
  }
  return visits
}

/** Shown at fairs, one after the other, before it is sold. */
function atFairs(market: Market, until: number): Sighting[] {
  return Array.from({ length: market.count(2, 4) }, (_, n) => {
    const from = until - (n + 1) * 14 * dayMs
    return looked(market, market.city(), from, from + 4 * dayMs, market.count(5, 30))
  }).flat()
}

/** The records of an item. */
function recordsOf(
  market: Market,
  shop: City,
  times: { leftAt: number; inShopAt: number; boughtAt: number },
  online: boolean,
): Records {
  const { assumed } = market
  const { leftAt, inShopAt, boughtAt } = times
  const port = market.chance(assumed.tellsPort)
    ? {
        country: portAbroad.country,
        nearAt: leftAt - market.between(1, 15) * dayMs,
        leftAt: market.chance(assumed.forgetsDeparture) ? null : leftAt,
      }
    : null
  const soldAt = !market.chance(assumed.salesReported)
    ? null
    : boughtAt + (market.chance(assumed.soldEarly) ? -market.between(0, 60) : market.between(0, 2)) * dayMs
  const territory =
    !online && market.chance(assumed.territories) ? { province: shop.province, since: inShopAt - 2 * dayMs } : null
  return { port, soldAt, territory }
}

/** All visits of an honest item until a year after its sale. */
export function honestItem(market: Market): Item {
  const { assumed } = market
  const shop = market.city()
  const online = market.chance(assumed.online)
  const leftAt = 100 * dayMs + market.rand() * year
  const inShopAt = leftAt + market.between(50, 110) * dayMs
  const display = !online && market.chance(assumed.onDisplay)
  const boughtAt = inShopAt + (display ? market.between(30, 120) : market.between(1, 60)) * dayMs
  const visits = onItsWay(market, shop, leftAt, inShopAt)
  if (!online)
    visits.push(...looked(market, shop, inShopAt, boughtAt, display ? market.count(20, 60) : market.count(0, 2)))
  if (market.chance(assumed.atFairs)) visits.push(...atFairs(market, boughtAt))
  let { visits: bought, owner, home, homeAt } = sale(market, shop, boughtAt, online)
  visits.push(...bought)
  if (market.chance(assumed.returned)) {
    const backAt = homeAt + market.between(2, 14) * dayMs
    const outlet = market.chance(0.3) ? market.city() : shop
    if (market.chance(0.5)) visits.push(market.scan(market.person(outlet), outlet, backAt + dayMs, 'shop'))
    const againAt = backAt + market.between(5, 60) * dayMs
    visits.push(...looked(market, outlet, backAt + dayMs, againAt, market.count(0, 2)))
    ;({ visits: bought, owner, home, homeAt } = sale(market, outlet, againAt, online))
    visits.push(...bought)
  }
  visits.push(...later(market, owner, home, homeAt))
  return {
    visits: visits.filter(({ at }) => at < boughtAt + year).sort((a, b) => a.at - b.at),
    records: recordsOf(market, shop, { leftAt, inShopAt, boughtAt }, online),
    shop,
    leftPortAt: leftAt,
    boughtAt,
  }
}
