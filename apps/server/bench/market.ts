/**
 * A market made up for measuring the rules: honest buyers with all that makes positions and networks look odd, and copied
 * labels. What is assumed of people is written here, so that everybody can judge and change it.
 */
import { day, hour, type Met } from '../src/areas/watch/rules/met.ts'

/** Cities by how many people buy there: name, province, longitude, latitude, weight. */
const cities = [
  ['上海市', '上海市', 121.47, 31.23, 25],
  ['北京市', '北京市', 116.41, 39.9, 22],
  ['深圳市', '广东省', 114.06, 22.54, 18],
  ['广州市', '广东省', 113.26, 23.13, 18],
  ['成都市', '四川省', 104.07, 30.57, 21],
  ['重庆市', '重庆市', 106.55, 29.56, 20],
  ['武汉市', '湖北省', 114.31, 30.59, 13],
  ['西安市', '陕西省', 108.94, 34.34, 13],
  ['杭州市', '浙江省', 120.16, 30.27, 12],
  ['宁波市', '浙江省', 121.54, 29.87, 9],
  ['南京市', '江苏省', 118.8, 32.06, 9],
  ['青岛市', '山东省', 120.38, 36.07, 10],
  ['沈阳市', '辽宁省', 123.43, 41.8, 9],
  ['昆明市', '云南省', 102.83, 24.88, 8],
  ['厦门市', '福建省', 118.09, 24.48, 5],
  ['乌鲁木齐市', '新疆维吾尔自治区', 87.62, 43.82, 4],
] as const
type City = (typeof cities)[number]

/** What people do, as shares of all. */
export const habits = {
  /** Share their position when the page asks. */
  shares: 0.6,
  /** A phone's position is somewhere else altogether (a stale fix, a Wi-Fi that moved house, a desktop computer's guess). */
  wrongPosition: 0.001,
  /** Use a private network whose exit changes from scan to scan. */
  vpn: 0.2,
  /** Hand the item around: others scan it with phones of their own within the hour, most of them within a quarter of it. */
  handsAround: 0.35,
  /** Live far from where they bought. */
  takesHomeFar: 0.08,
  /** Give it away to somebody in another city within two months. */
  givesAway: 0.02,
  /** Send a picture of the label to a friend elsewhere, who scans it. */
  sendsPicture: 0.0001,
} as const

export type Random = () => number

/** A small generator (mulberry32): the same market for the same seed. */
export function random(seed: number): Random {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

function pick(rand: Random): City {
  let left = rand() * cities.reduce((sum, city) => sum + city[4], 0)
  for (const city of cities) {
    left -= city[4]
    if (left < 0) return city
  }
  return cities[0]
}

interface Person {
  city: City
  device: string
  network: string
  vpn: boolean
}

let made = 0

/** Somebody with a phone; whoever is at home with somebody else may share his network. */
function person(rand: Random, city: City, network?: string): Person {
  made++
  return { city, device: `d${made}`, network: network ?? `n${made}`, vpn: rand() < habits.vpn }
}

function visit(rand: Random, who: Person, at: number): Met {
  made++
  const shares = rand() < habits.shares
  const [city, province, longitude, latitude] = rand() < habits.wrongPosition ? pick(rand) : who.city
  return {
    log: 'scan',
    entry: made,
    at,
    longitude: shares ? longitude + (rand() - 0.5) * 0.4 : null,
    latitude: shares ? latitude + (rand() - 0.5) * 0.3 : null,
    country: shares ? 'CN' : null,
    province: shares ? province : null,
    city: shares ? city : null,
    district: null,
    network: who.vpn ? `v${Math.floor(rand() * 5000)}` : who.network,
    device: who.device,
    right: null,
  }
}

/** Everything that an honest item meets within three months of its sale, oldest first. */
export function honestItem(rand: Random): Met[] {
  const shop = pick(rand)
  const bought = rand() * 30 * day
  const visits: Met[] = []
  // Looked at in the shop now and then.
  for (let times = Math.floor(rand() * 3); times > 0; times--)
    visits.push(visit(rand, person(rand, shop), bought - rand() * 14 * day))
  const buyer = person(rand, shop)
  visits.push(visit(rand, buyer, bought))
  const homeCity = rand() < habits.takesHomeFar ? pick(rand) : shop
  const home = { ...buyer, city: homeCity }
  const athome = bought + (homeCity === shop ? 2 * hour : 1.5 * day) + rand() * 7 * day
  if (rand() < 0.7) visits.push(visit(rand, home, athome))
  if (rand() < habits.handsAround)
    for (let others = 1 + Math.floor(rand() * 3); others > 0; others--)
      visits.push(
        visit(rand, person(rand, homeCity, rand() < 0.5 ? home.network : undefined), athome + rand() * rand() * hour),
      )
  if (rand() < habits.givesAway) {
    const other = person(rand, pick(rand))
    for (let times = 1 + Math.floor(rand() * 2); times > 0; times--)
      visits.push(visit(rand, other, athome + (2 + rand() * 58) * day))
  }
  if (rand() < habits.sendsPicture) visits.push(visit(rand, person(rand, pick(rand)), athome + rand() * 2 * hour))
  return visits.sort((a, b) => a.at - b.at)
}

/** What one copied label is met with: the item that it was copied from, and its copies, sold all over the country. */
export function copiedLabel(rand: Random): { honest: Met[]; copies: Met[] } {
  const honest = honestItem(rand)
  const begun = honest[0]!.at
  // Copies go to a few shops and are scanned by their buyers, one after the other, within a month.
  const shops = Array.from({ length: 2 + Math.floor(rand() * 4) }, () => pick(rand))
  const copies = Array.from({ length: 12 }, () =>
    visit(rand, person(rand, shops[Math.floor(rand() * shops.length)]!), begun + rand() * 30 * day),
  )
  return { honest, copies: copies.sort((a, b) => a.at - b.at) }
}
