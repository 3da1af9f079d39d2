import { describe, expect, test } from 'vitest'
import { earlyFinding } from './early.ts'
import { areStrangers, day, hour, kmBetween, type Met, type Placed } from './met.ts'
import { placesFinding } from './places.ts'
import { findingsOf } from './rules.ts'
import { recheckedFinding, soldFinding } from './sold.ts'
import { speedFinding } from './speed.ts'
import { isOutside, liesIn } from './territory.ts'
import type { Thresholds } from './thresholds.ts'
import { weightOf } from './weight.ts'

const thresholds: Thresholds = { speedKmh: 1000, placesMost: 3, placesDays: 30, crossVisits: 3 }
const towns = {
  hangzhou: [120.1551, 30.2741],
  beijing: [116.4074, 39.9042],
  guangzhou: [113.2644, 23.1291],
  chengdu: [104.0668, 30.5728],
  libreville: [9.4544, 0.3901],
} as const
let entry = 0

/** A visit at so many hours; a stranger's unless said otherwise. */
function met(town: keyof typeof towns | null, hours: number, more: Partial<Met> = {}): Met {
  entry++
  const [longitude, latitude] = town ? towns[town] : [null, null]
  return {
    log: 'scan',
    entry,
    at: hours * hour,
    longitude: longitude === null ? null : longitude + entry * 0.000_13,
    latitude: latitude === null ? null : latitude + entry * 0.000_07,
    country: town === 'libreville' ? 'GA' : 'CN',
    province: null,
    city: null,
    district: null,
    network: `n${entry}`,
    device: `d${entry}`,
    right: null,
    ...more,
  }
}

const weighed = (...all: Met[]) => all.map(one => ({ met: one, weight: weightOf(one, all) }))

describe('who is a stranger', () => {
  test('neither the same phone on another network, nor another phone on the same one', () => {
    const one = met('hangzhou', 0)
    expect(areStrangers(one, met('hangzhou', 0))).toBe(true)
    expect(areStrangers(one, met('hangzhou', 0, { device: one.device }))).toBe(false)
    expect(areStrangers(one, met('hangzhou', 0, { network: one.network }))).toBe(false)
    expect(areStrangers(met(null, 0, { network: null, device: null }), one)).toBe(false)
  })

  test('distances are those of the sphere', () => {
    const km = kmBetween(met('hangzhou', 0) as Placed, met('beijing', 0) as Placed)
    expect(Math.round(km / 10)).toBe(112)
  })
})

describe('how much a position counts', () => {
  test.each<[string, Met[], number]>([
    ['none at all', [met(null, 0)], 0],
    ['measured', [met('hangzhou', 0)], 1],
    ['on full degrees', [met('hangzhou', 0, { longitude: 120, latitude: 30 })], 0.25],
    ['of nobody', [met('hangzhou', 0, { network: null, device: null })], 0.5],
    [
      'what a stranger gave before, to the digit',
      [
        met('hangzhou', 2, { longitude: 1.234567, latitude: 2.345678 }),
        met('hangzhou', 1, { longitude: 1.234567, latitude: 2.345678 }),
      ],
      0.5,
    ],
    [
      'of a phone that was elsewhere an hour ago',
      [met('hangzhou', 1, { device: 'x' }), met('beijing', 0, { device: 'x' })],
      0.1,
    ],
    ['of a phone that has travelled', [met('hangzhou', 30, { device: 'x' }), met('beijing', 0, { device: 'x' })], 1],
  ])('%s', (_name, all, weight) => {
    expect(weightOf(all[0]!, all)).toBe(weight)
  })
})

describe('too far apart in too short a time', () => {
  const says = (...all: Met[]) => speedFinding(weighed(...all), thresholds)?.confidence ?? 0

  test('two strangers an hour apart in Hangzhou and Beijing, not two who had time to travel', () => {
    expect(says(met('hangzhou', 0), met('beijing', 1))).toBe(60)
    expect(says(met('hangzhou', 0), met('beijing', 3))).toBe(0)
  })

  test('one phone with a new network each time says nothing, whatever it claims', () => {
    expect(says(met('hangzhou', 0, { device: 'x' }), met('beijing', 1, { device: 'x' }))).toBe(0)
  })

  test('a phone that is passed round with a wrong position is not enough; others who say the same are', () => {
    const room = [met('hangzhou', 0), met('hangzhou', 0.1), met('hangzhou', 0.2)]
    expect(says(...room, met('beijing', 0.2))).toBeLessThan(50)
    expect(says(met('hangzhou', 0), met('beijing', 0.1))).toBeLessThan(50)
    const both = [met('hangzhou', 0), met('hangzhou', 0.1), met('beijing', 0.1), met('beijing', 0.2)]
    expect(says(...both)).toBeGreaterThanOrEqual(50)
  })
})

describe('too many towns', () => {
  const says = (...all: Met[]) => placesFinding(weighed(...all), thresholds)?.confidence ?? 0

  test('a way from the shop to its buyer and on to a friend is one item’s', () => {
    expect(says(met('hangzhou', 0), met('hangzhou', 20), met('beijing', 100), met('guangzhou', 300))).toBe(0)
  })

  test('four towns, or to and fro, or stranger after stranger elsewhere, are not', () => {
    expect(
      says(met('hangzhou', 0), met('beijing', 100), met('guangzhou', 200), met('chengdu', 300)),
    ).toBeGreaterThanOrEqual(50)
    expect(
      says(met('hangzhou', 0), met('beijing', 100), met('hangzhou', 200), met('beijing', 300)),
    ).toBeGreaterThanOrEqual(50)
    const home = [met('hangzhou', 0), met('hangzhou', 10), met('hangzhou', 20)]
    expect(says(...home, met('beijing', 100), met('beijing', 200), met('guangzhou', 300))).toBeGreaterThanOrEqual(50)
    expect(says(...home, met('beijing', 100), met('beijing', 101), met('guangzhou', 300))).toBe(0)
  })

  test('one who travels with his own phone is no crowd', () => {
    const own = { device: 'x' }
    expect(
      says(met('hangzhou', 0, own), met('beijing', 100, own), met('guangzhou', 200, own), met('chengdu', 300, own)),
    ).toBe(0)
  })

  test('what is older than the days asked for is left out', () => {
    const slow = [met('hangzhou', 0), met('beijing', 500), met('guangzhou', 1000), met('chengdu', 1500)]
    expect(says(...slow)).toBe(0)
  })
})

describe('before the port, after the sale, after the first owner', () => {
  test('strangers in another country before the goods left, two at least', () => {
    const port = { country: 'GA', leftAt: 100 * hour }
    expect(earlyFinding(weighed(met('hangzhou', 1)), port)).toBeUndefined()
    expect(earlyFinding(weighed(met('hangzhou', 1), met('beijing', 5)), port)?.confidence).toBeGreaterThanOrEqual(50)
    expect(earlyFinding(weighed(met('libreville', 1), met('libreville', 5)), port)).toBeUndefined()
    expect(earlyFinding(weighed(met('hangzhou', 101), met('beijing', 105)), port)).toBeUndefined()
    expect(earlyFinding(weighed(met('hangzhou', 1), met('beijing', 5)), null)).toBeUndefined()
  })

  test('a sold item in three towns, not at its buyer’s', () => {
    const after = weighed(met('hangzhou', 50), met('beijing', 100), met('chengdu', 150))
    expect(soldFinding(after, 0, thresholds)?.confidence).toBeGreaterThanOrEqual(50)
    expect(soldFinding(after, null, thresholds)).toBeUndefined()
    expect(soldFinding(after.slice(0, 2), 0, thresholds)).toBeUndefined()
    expect(soldFinding(after, 20 * day, thresholds)).toBeUndefined()
  })

  test('right checks by two strangers far from the first; one may have got it as a present', () => {
    const right = { log: 'check', right: true } as const
    const owner = met('hangzhou', 0, right)
    expect(recheckedFinding(weighed(owner, met('beijing', 50, right)), thresholds)).toBeUndefined()
    const both = weighed(owner, met('beijing', 50, right), met('chengdu', 90, right))
    expect(recheckedFinding(both, thresholds)?.confidence).toBeGreaterThanOrEqual(50)
    const wrong = weighed(owner, met('beijing', 50, { right: false }), met('chengdu', 90, { right: false }))
    expect(recheckedFinding(wrong, thresholds)).toBeUndefined()
  })
})

describe('territories', () => {
  const place = { country: 'CN', province: '浙江省', city: '杭州市', district: '西湖区' }

  test('a division holds what lies in it', () => {
    expect(liesIn(place, [['浙江省']])).toBe(true)
    expect(liesIn(place, [['浙江省', '宁波市']])).toBe(false)
    expect(
      liesIn(place, [
        ['浙江省', '宁波市'],
        ['浙江省', '杭州市', '西湖区'],
      ]),
    ).toBe(true)
    expect(liesIn({ ...place, country: 'FR' }, [['浙江省']])).toBe(false)
  })

  test('nothing is outside of no territory, and no place is outside', () => {
    expect(isOutside(met('beijing', 0, { province: '北京市' }), [['浙江省']])).toBe(true)
    expect(isOutside(met('beijing', 0), [])).toBe(false)
    expect(isOutside(met(null, 0), [['浙江省']])).toBe(false)
  })
})

test('what is not likely enough is not told', () => {
  const facts = { port: null, soldAt: null }
  expect(findingsOf([met('hangzhou', 0), met('beijing', 0.1)], facts, thresholds)).toEqual([])
  expect(findingsOf([met('hangzhou', 0), met('beijing', 1)], facts, thresholds).map(({ kind }) => kind)).toEqual([
    'speed',
  ])
})
