import { describe, expect, test } from 'vitest'
import { earlyFinding } from './before-port.ts'
import { areStrangers, day, hour, kmBetween, type Met, type Placed } from './sighting.ts'
import { readersShare } from './lookup-count.ts'
import { findingsOf } from './rules.ts'
import { recheckedSign, wrongSign } from './checks.ts'
import { firstVisits, meetingsOf } from './outliers.ts'
import { placesSign, soldSign, stepsOf } from './places.ts'
import { speedFinding } from './speed.ts'
import { isOutside, liesIn, outsideSign } from './territory.ts'
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
  const says = (...all: Met[]) => speedFinding(weighed(...all), weighed(...all), thresholds)?.confidence ?? 0

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

const meetings = (...all: Met[]) => meetingsOf(firstVisits(weighed(...all)))

describe('too many towns', () => {
  const share = (...all: Met[]) => placesSign(meetings(...all), thresholds).share

  test('a way from the shop to its buyer and on to a friend is one item’s', () => {
    expect(share(met('hangzhou', 0), met('hangzhou', 20), met('beijing', 100), met('guangzhou', 300))).toBeLessThan(1)
  })

  test('four towns, or to and fro by others each time, are not', () => {
    expect(
      share(met('hangzhou', 0), met('beijing', 100), met('guangzhou', 200), met('chengdu', 300)),
    ).toBeGreaterThanOrEqual(1)
    expect(
      share(met('hangzhou', 0), met('beijing', 100), met('hangzhou', 200), met('beijing', 300)),
    ).toBeGreaterThanOrEqual(1)
  })

  test('visits of strangers in one town are one meeting while less than a day lies between one and the next', () => {
    const counts = (...hours: number[]) =>
      meetings(...hours.map(hour => met('hangzhou', hour))).map(({ visits }) => visits.length)
    // 40 hours after the first, but 20 after the last.
    expect(counts(0, 20, 40)).toEqual([3])
    expect(counts(0, 20, 45)).toEqual([2, 1])
  })

  test('one who travels with his own phone, or opens the page at home again, is no crowd', () => {
    const own = { device: 'x' }
    expect(
      share(met('hangzhou', 0, own), met('beijing', 100, own), met('guangzhou', 200, own), met('chengdu', 300, own)),
    ).toBe(0)
    expect(stepsOf(meetings(met('hangzhou', 0, own), met('beijing', 50), met('hangzhou', 90, own)))).toBe(1)
  })

  test('somebody alone elsewhere between two meetings in one town is little, and nothing among crowds', () => {
    expect(stepsOf(meetings(met('hangzhou', 0), met('beijing', 30), met('hangzhou', 60)))).toBeCloseTo(1.2)
    const showroom = Array.from({ length: 6 }, (_, n) => met('hangzhou', n * 30))
    expect(stepsOf(meetings(...showroom, met('beijing', 75)))).toBe(0)
    expect(stepsOf(meetings(...showroom, met('beijing', 75), met('beijing', 110)))).toBeGreaterThan(1)
  })

  test('a household is one meeting', () => {
    expect(meetings(met('hangzhou', 0), met('hangzhou', 1), met('hangzhou', 2), met('hangzhou', 100))).toHaveLength(2)
  })

  test('what takes longer than the days asked for has to be one step more', () => {
    const slow = [met('hangzhou', 0), met('beijing', 500), met('guangzhou', 1000), met('chengdu', 1500)]
    expect(share(...slow)).toBe(0.75)
    expect(share(...slow, met('libreville', 2000))).toBe(1)
  })
})

describe('before the port, after the sale, after the first owner', () => {
  test('strangers in another country before the goods left, two at least', () => {
    const port = { country: 'GA', nearAt: 0, leftAt: 100 * hour }
    expect(earlyFinding(weighed(met('hangzhou', 1)), port)).toBeUndefined()
    expect(earlyFinding(weighed(met('hangzhou', 1), met('beijing', 5)), port)?.confidence).toBeGreaterThanOrEqual(50)
    expect(earlyFinding(weighed(met('libreville', 1), met('libreville', 5)), port)).toBeUndefined()
    expect(earlyFinding(weighed(met('hangzhou', 101), met('beijing', 105)), port)).toBeUndefined()
    expect(earlyFinding(weighed(met('hangzhou', 1), met('beijing', 5)), null)).toBeUndefined()
    // A departure that nobody reported: after so long the goods are gone.
    const forgotten = { country: 'GA', nearAt: 0, leftAt: null }
    const later = weighed(met('hangzhou', 31 * 24), met('beijing', 32 * 24))
    expect(earlyFinding(later, forgotten)).toBeUndefined()
    expect(earlyFinding(weighed(met('hangzhou', 200), met('beijing', 300)), forgotten)).toBeDefined()
  })

  test('steps after the sale, not at its buyer’s', () => {
    const after = meetings(met('hangzhou', 50), met('beijing', 100), met('chengdu', 150), met('guangzhou', 200))
    expect(soldSign(after, 0, thresholds)).toMatchObject({ kind: 'sold', share: 1 })
    expect(soldSign(after, null, thresholds).share).toBe(0)
    expect(soldSign(after.slice(0, 2), 0, thresholds).share).toBeLessThan(0.5)
    expect(soldSign(after, 20 * day, thresholds).share).toBe(0)
  })

  const right = { log: 'check', right: true } as const
  const wrong = { log: 'check', right: false } as const

  test('right checks by others than the first: two far from him, or several who are little each', () => {
    const owner = met('hangzhou', 0, right)
    expect(recheckedSign(weighed(owner)).share).toBe(0)
    expect(recheckedSign(weighed(owner, met('hangzhou', 1, { ...right, device: owner.device }))).share).toBe(0)
    expect(recheckedSign(weighed(owner, met('beijing', 50, right))).share).toBe(0.25)
    expect(recheckedSign(weighed(owner, met('hangzhou', 50, right), met('hangzhou', 90, right))).share).toBe(0.5)
    expect(recheckedSign(weighed(owner, met('beijing', 50, right), met('chengdu', 90, right))).share).toBe(1)
  })

  test('wrong codes of two people who never got it right, not of one who types it again', () => {
    const [a, b] = [met('hangzhou', 0, wrong), met('beijing', 50, wrong)]
    expect(wrongSign(weighed(a, b, met('chengdu', 60))).share).toBe(1)
    expect(
      wrongSign(weighed(a, met('hangzhou', 0.01, { ...right, device: a.device }), b, met('chengdu', 60))).share,
    ).toBe(0.5)
    // He may be typing still.
    expect(wrongSign(weighed(a, b)).share).toBe(0.5)
    const facts = { port: null, soldAt: null, reach: null, readers: 0 }
    expect(findingsOf([a, b, met('beijing', 60)], facts, thresholds).map(({ kind }) => kind)).toEqual(['wrongCodes'])
  })

  test('what strangers enter adds nothing to what buyers are told', () => {
    const facts = { port: null, soldAt: null, reach: null, readers: 0 }
    const way = [met('hangzhou', 0), met('beijing', 100, wrong), met('guangzhou', 200), met('guangzhou', 201)]
    expect(findingsOf(way, facts, thresholds).map(({ kind }) => kind)).toEqual(['wrongCodes'])
    const further = [...way, met('chengdu', 300)]
    expect(findingsOf(further, facts, thresholds).map(({ kind }) => kind)).toEqual(['places', 'wrongCodes'])
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

  test('one household after the other outside, six of them', () => {
    const reach = { since: 0, territories: [{ division: ['浙江省'], from: '1970-01-01', until: null }] }
    const outside = (n: number) =>
      meetings(...Array.from({ length: n }, (_, at) => met('beijing', 30 * at, { province: '北京市' })))
    expect(outsideSign(outside(6), reach).share).toBe(1)
    expect(outsideSign(outside(5), reach).share).toBeLessThan(1)
    expect(outsideSign(outside(6), null).share).toBe(0)
    expect(outsideSign(outside(6), { ...reach, since: 1000 * hour }).share).toBe(0)
  })

  test('nothing is outside of no territory, and no place is outside', () => {
    expect(isOutside(met('beijing', 0, { province: '北京市' }), [['浙江省']])).toBe(true)
    expect(isOutside(met('beijing', 0), [])).toBe(false)
    expect(isOutside(met(null, 0), [['浙江省']])).toBe(false)
  })
})

test('one person alone says nothing of a copy, wherever he goes and whatever he enters: the watch does not ask further', () => {
  const places = ['hangzhou', 'beijing', 'libreville', 'chengdu', 'guangzhou'] as const
  const reach = { since: 0, territories: [{ division: ['浙江省'], from: '1970-01-01', until: null }] }
  for (const port of [null, { country: 'GA', nearAt: 500 * hour, leftAt: null }])
    for (const soldAt of [null, 0])
      for (const right of [null, true, false])
        for (const name of ['device', 'network'] as const) {
          const log = right === null ? 'scan' : 'check'
          const one = places.map((town, n) => met(town, n * 3, { log, right, province: '北京市', [name]: 'one' }))
          expect(findingsOf(one, { port, soldAt, reach, readers: 40 }, thresholds)).toEqual([])
        }
})

describe('far more people than look at one item', () => {
  const spread = [met('hangzhou', 0), met('beijing', 100), met('guangzhou', 200), met('chengdu', 300)]

  test('count beyond nine, each a fifth, where they are crowds in no town', () => {
    expect(readersShare(9, meetings(...spread))).toBe(0)
    expect(readersShare(11, meetings(...spread))).toBeCloseTo(0.4)
    const twoTowns = [met('hangzhou', 0), met('chengdu', 100), met('hangzhou', 200), met('chengdu', 300)]
    expect(readersShare(11, meetings(...twoTowns))).toBeCloseTo(0.4)
    // Of four who tell where they are three are in one town: then eight of eleven are.
    const showroom = [met('hangzhou', 0), met('hangzhou', 100), met('hangzhou', 200), met('chengdu', 300)]
    expect(readersShare(11, meetings(...showroom))).toBe(0)
    expect(readersShare(40, [])).toBe(0)
  })

  test('make fewer steps enough, and say nothing where there is hardly one', () => {
    const says = (readers: number, ...all: Met[]) =>
      findingsOf(all, { port: null, soldAt: null, reach: null, readers }, thresholds).map(({ kind }) => kind)
    expect(says(9, ...spread.slice(0, 3))).toEqual([])
    expect(says(11, ...spread.slice(0, 3))).toEqual(['places'])
    expect(says(14, ...spread.slice(0, 2))).toEqual([])
  })
})

test('what is not likely enough is not told', () => {
  const facts = { port: null, soldAt: null, reach: null, readers: 0 }
  expect(findingsOf([met('hangzhou', 0), met('beijing', 0.1)], facts, thresholds)).toEqual([])
  expect(findingsOf([met('hangzhou', 0), met('beijing', 1)], facts, thresholds).map(({ kind }) => kind)).toEqual([
    'speed',
  ])
})
