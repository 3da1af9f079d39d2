/** Towns, people and their visits: the basis of the lives of items (`honest-life.ts`) and of copies (`copies.ts`). */
import type { Sighting } from '../src/areas/channel/detection/rules/sighting.ts'
import type { Assumptions } from './assumptions.ts'

interface City {
  name: string
  province: string
  country: string
  longitude: number
  latitude: number
}

/** Cities by how many people buy there: name, province, longitude, latitude, weight. */
const cities = (
  [
    ['上海市', '上海市', 121.47, 31.23, 25],
    ['北京市', '北京市', 116.41, 39.9, 22],
    ['深圳市', '广东省', 114.06, 22.54, 18],
    ['广州市', '广东省', 113.26, 23.13, 18],
    ['成都市', '四川省', 104.07, 30.57, 21],
    ['重庆市', '重庆市', 106.55, 29.56, 20],
    ['武汉市', '湖北省', 114.31, 30.59, 13],
    ['西安市', '陕西省', 108.94, 34.34, 13],
    ['天津市', '天津市', 117.2, 39.08, 13],
    ['郑州市', '河南省', 113.63, 34.75, 12],
    ['杭州市', '浙江省', 120.16, 30.27, 12],
    ['长沙市', '湖南省', 112.94, 28.23, 10],
    ['青岛市', '山东省', 120.38, 36.07, 10],
    ['济南市', '山东省', 117.12, 36.65, 9],
    ['宁波市', '浙江省', 121.54, 29.87, 9],
    ['南京市', '江苏省', 118.8, 32.06, 9],
    ['合肥市', '安徽省', 117.23, 31.82, 9],
    ['沈阳市', '辽宁省', 123.43, 41.8, 9],
    ['哈尔滨市', '黑龙江省', 126.53, 45.8, 8],
    ['福州市', '福建省', 119.3, 26.07, 8],
    ['昆明市', '云南省', 102.83, 24.88, 8],
    ['南宁市', '广西壮族自治区', 108.37, 22.82, 7],
    ['厦门市', '福建省', 118.09, 24.48, 5],
    ['贵阳市', '贵州省', 106.63, 26.65, 5],
    ['兰州市', '甘肃省', 103.83, 36.06, 4],
    ['乌鲁木齐市', '新疆维吾尔自治区', 87.62, 43.82, 4],
  ] as const
).map(([name, province, longitude, latitude, weight]) => ({
  name,
  province,
  country: 'CN',
  longitude,
  latitude,
  weight,
}))

const buyersInAll = cities.reduce((sum, { weight }) => sum + weight, 0)

/** Where goods are loaded abroad, and where they arrive. */
export const portAbroad: City = {
  name: 'Libreville',
  province: 'Estuaire',
  country: 'GA',
  longitude: 9.45,
  latitude: 0.39,
}
const arrivals = cities.filter(({ name }) => ['宁波市', '上海市', '广州市', '青岛市'].includes(name))

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

export interface Person {
  /** Where they live. */
  home: City
  /** The town they came from, when it is another one. */
  cameFrom: City | null
  shares: boolean
  /** The position they always report. */
  wrongly: City | null
  forgets: boolean
  vpn: boolean
  employer: string | null
  device: string
  wifi: string
}

/** Networks that are not the visitor's own. */
type Where = 'home' | 'shop'

export class Market {
  readonly rand: Random
  readonly assumed: Assumptions
  #made = 0

  constructor(seed: number, assumed: Assumptions) {
    this.rand = random(seed)
    this.assumed = assumed
  }

  chance(share: number): boolean {
    return this.rand() < share
  }

  between(least: number, most: number): number {
    return least + this.rand() * (most - least)
  }

  /** A whole number, both ends included. */
  count(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1))
  }

  city(): City {
    let left = this.rand() * buyersInAll
    for (const city of cities) {
      left -= city.weight
      if (left < 0) return city
    }
    return cities[0]!
  }

  arrival(): City {
    return arrivals[Math.floor(this.rand() * arrivals.length)]!
  }

  /**
   * A person with a phone.
   * @param wifi of the household
   */
  person(home: City, wifi = this.#name('n')): Person {
    const { shares, wrongPosition, forgetsDevice, vpn, employer } = this.assumed
    return {
      home,
      cameFrom: null,
      shares: this.chance(shares),
      wrongly: this.chance(wrongPosition) ? this.city() : null,
      forgets: this.chance(forgetsDevice),
      vpn: this.chance(vpn),
      employer: this.chance(employer) ? `k${this.count(0, 49)}` : null,
      device: this.#name('d'),
      wifi,
    }
  }

  scan(who: Person, city: City, at: number, where: Where = 'home'): Sighting {
    const stale = who.cameFrom && this.chance(this.assumed.staleFix) ? who.cameFrom : null
    const reported = who.wrongly ?? stale ?? city
    const place = who.shares ? reported : null
    this.#made++
    return {
      log: 'scan',
      entry: this.#made,
      at,
      longitude: place && place.longitude + this.between(-0.2, 0.2),
      latitude: place && place.latitude + this.between(-0.15, 0.15),
      country: place?.country ?? null,
      province: place?.province ?? null,
      city: place?.name ?? null,
      district: null,
      network: this.#network(who, city, where),
      device: who.forgets ? this.#name('f') : who.device,
      right: null,
    }
  }

  /**
   * A check of the security code on the page that a scan opened: by the same browser, at the same place.
   * @param right whether the code was right
   */
  check(page: Sighting, at: number, right: boolean): Sighting {
    this.#made++
    return { ...page, log: 'check', entry: this.#made, at, right }
  }

  #network(who: Person, city: City, where: Where): string {
    if (who.vpn) return `v${this.count(0, 4999)}`
    if (who.employer) return who.employer
    const mobile = where === 'shop' ? 0.8 : this.assumed.mobileAtHome
    if (this.chance(mobile)) return `m ${city.name} ${this.count(0, 199)}`
    return where === 'shop' ? `w ${city.name} ${this.count(0, 99)}` : who.wifi
  }

  #name(kind: string): string {
    this.#made++
    return `${kind}${this.#made}`
  }
}

export type { City }
