import { describe, expect, test } from 'vitest'
import { beforePortFinding } from './before-port.ts'
import { areDifferentPeople, dayMs, hourMs, distanceBetween, type Sighting, type PlacedSighting } from './sighting.ts'
import { visitorCountShare } from './lookup-count.ts'
import { findEvidence } from './rules.ts'
import { recheckedSignal, wrongCodesSignal } from './checks.ts'
import { firstSightings, groupEncounters } from './outliers.ts'
import { placesSignal, soldSignal, countSteps } from './places.ts'
import { speedFinding } from './speed.ts'
import { isOutside, liesIn, outsideSignal } from './territory.ts'
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
function sightingIn(town: keyof typeof towns | null, hours: number, more: Partial<Sighting> = {}): Sighting {
  entry++
  const [longitude, latitude] = town ? towns[town] : [null, null]
  return {
    log: 'scan',
    entry,
    at: hours * hourMs,
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

const weighted = (...all: Sighting[]) => all.map(one => ({ sighting: one, weight: weightOf(one, all) }))

describe('different people', () => {
  test('the same phone on another network is one person, and so is another phone on the same network', () => {
    const one = sightingIn('hangzhou', 0)
    expect(areDifferentPeople(one, sightingIn('hangzhou', 0))).toBe(true)
    expect(areDifferentPeople(one, sightingIn('hangzhou', 0, { device: one.device }))).toBe(false)
    expect(areDifferentPeople(one, sightingIn('hangzhou', 0, { network: one.network }))).toBe(false)
    expect(areDifferentPeople(sightingIn(null, 0, { network: null, device: null }), one)).toBe(false)
  })

  test('distances are those of the sphere', () => {
    const km = distanceBetween(sightingIn('hangzhou', 0) as PlacedSighting, sightingIn('beijing', 0) as PlacedSighting)
    expect(Math.round(km / 10)).toBe(112)
  })
})

describe('how much a position counts', () => {
  test.each<[string, Sighting[], number]>([
    ['none at all', [sightingIn(null, 0)], 0],
    ['measured', [sightingIn('hangzhou', 0)], 1],
    ['on full degrees', [sightingIn('hangzhou', 0, { longitude: 120, latitude: 30 })], 0.25],
    ['of nobody', [sightingIn('hangzhou', 0, { network: null, device: null })], 0.5],
    [
      'what a stranger gave before, to the digit',
      [
        sightingIn('hangzhou', 2, { longitude: 1.234567, latitude: 2.345678 }),
        sightingIn('hangzhou', 1, { longitude: 1.234567, latitude: 2.345678 }),
      ],
      0.5,
    ],
    [
      'of a phone that was elsewhere an hour ago',
      [sightingIn('hangzhou', 1, { device: 'x' }), sightingIn('beijing', 0, { device: 'x' })],
      0.1,
    ],
    [
      'of a phone that has travelled',
      [sightingIn('hangzhou', 30, { device: 'x' }), sightingIn('beijing', 0, { device: 'x' })],
      1,
    ],
  ])('%s', (_name, all, weight) => {
    expect(weightOf(all[0]!, all)).toBe(weight)
  })
})

describe('too far apart in too short a time', () => {
  const says = (...all: Sighting[]) => speedFinding(weighted(...all), weighted(...all), thresholds)?.confidence ?? 0

  test('two people an hour apart in Hangzhou and Beijing are a finding, not two with time to travel', () => {
    expect(says(sightingIn('hangzhou', 0), sightingIn('beijing', 1))).toBe(60)
    expect(says(sightingIn('hangzhou', 0), sightingIn('beijing', 3))).toBe(0)
  })

  test('one phone with changing networks is no finding, whatever it claims', () => {
    expect(says(sightingIn('hangzhou', 0, { device: 'x' }), sightingIn('beijing', 1, { device: 'x' }))).toBe(0)
  })

  test('a phone that is passed around with a wrong position is not enough; others with the same position are', () => {
    const room = [sightingIn('hangzhou', 0), sightingIn('hangzhou', 0.1), sightingIn('hangzhou', 0.2)]
    expect(says(...room, sightingIn('beijing', 0.2))).toBeLessThan(50)
    expect(says(sightingIn('hangzhou', 0), sightingIn('beijing', 0.1))).toBeLessThan(50)
    const both = [
      sightingIn('hangzhou', 0),
      sightingIn('hangzhou', 0.1),
      sightingIn('beijing', 0.1),
      sightingIn('beijing', 0.2),
    ]
    expect(says(...both)).toBeGreaterThanOrEqual(50)
  })
})

const meetings = (...all: Sighting[]) => groupEncounters(firstSightings(weighted(...all)))

describe('too many towns', () => {
  const share = (...all: Sighting[]) => placesSignal(meetings(...all), thresholds).share

  test('a journey from the shop to its buyer and on to a friend is that of one item', () => {
    expect(
      share(
        sightingIn('hangzhou', 0),
        sightingIn('hangzhou', 20),
        sightingIn('beijing', 100),
        sightingIn('guangzhou', 300),
      ),
    ).toBeLessThan(1)
  })

  test('four towns, or a to and fro by different people, are not', () => {
    expect(
      share(
        sightingIn('hangzhou', 0),
        sightingIn('beijing', 100),
        sightingIn('guangzhou', 200),
        sightingIn('chengdu', 300),
      ),
    ).toBeGreaterThanOrEqual(1)
    expect(
      share(
        sightingIn('hangzhou', 0),
        sightingIn('beijing', 100),
        sightingIn('hangzhou', 200),
        sightingIn('beijing', 300),
      ),
    ).toBeGreaterThanOrEqual(1)
  })

  test('visits of different people in one town are one encounter while less than a day passes between one and the next', () => {
    const counts = (...hours: number[]) =>
      meetings(...hours.map(hour => sightingIn('hangzhou', hour))).map(({ visits }) => visits.length)
    // 40 hours after the first, but 20 after the last.
    expect(counts(0, 20, 40)).toEqual([3])
    expect(counts(0, 20, 45)).toEqual([2, 1])
  })

  test('one person who travels with a phone, or opens the page at home again, is no crowd', () => {
    const samePhone = { device: 'x' }
    expect(
      share(
        sightingIn('hangzhou', 0, samePhone),
        sightingIn('beijing', 100, samePhone),
        sightingIn('guangzhou', 200, samePhone),
        sightingIn('chengdu', 300, samePhone),
      ),
    ).toBe(0)
    expect(
      countSteps(
        meetings(
          sightingIn('hangzhou', 0, samePhone),
          sightingIn('beijing', 50),
          sightingIn('hangzhou', 90, samePhone),
        ),
      ),
    ).toBe(1)
  })

  test('one person elsewhere between two encounters in one town counts little, and nothing among crowds', () => {
    expect(
      countSteps(meetings(sightingIn('hangzhou', 0), sightingIn('beijing', 30), sightingIn('hangzhou', 60))),
    ).toBeCloseTo(1.2)
    const showroom = Array.from({ length: 6 }, (_, n) => sightingIn('hangzhou', n * 30))
    expect(countSteps(meetings(...showroom, sightingIn('beijing', 75)))).toBe(0)
    expect(countSteps(meetings(...showroom, sightingIn('beijing', 75), sightingIn('beijing', 110)))).toBeGreaterThan(1)
  })

  test('a household is one encounter', () => {
    expect(
      meetings(
        sightingIn('hangzhou', 0),
        sightingIn('hangzhou', 1),
        sightingIn('hangzhou', 2),
        sightingIn('hangzhou', 100),
      ),
    ).toHaveLength(2)
  })

  test('moves that take longer than `placesDays` need one step more', () => {
    const slow = [
      sightingIn('hangzhou', 0),
      sightingIn('beijing', 500),
      sightingIn('guangzhou', 1000),
      sightingIn('chengdu', 1500),
    ]
    expect(share(...slow)).toBe(0.75)
    expect(share(...slow, sightingIn('libreville', 2000))).toBe(1)
  })
})

describe('before the port, after the sale, after the first owner', () => {
  test('different people in another country before the goods left, at least two', () => {
    const port = { country: 'GA', nearAt: 0, leftAt: 100 * hourMs }
    expect(beforePortFinding(weighted(sightingIn('hangzhou', 1)), port)).toBeUndefined()
    expect(
      beforePortFinding(weighted(sightingIn('hangzhou', 1), sightingIn('beijing', 5)), port)?.confidence,
    ).toBeGreaterThanOrEqual(50)
    expect(beforePortFinding(weighted(sightingIn('libreville', 1), sightingIn('libreville', 5)), port)).toBeUndefined()
    expect(beforePortFinding(weighted(sightingIn('hangzhou', 101), sightingIn('beijing', 105)), port)).toBeUndefined()
    expect(beforePortFinding(weighted(sightingIn('hangzhou', 1), sightingIn('beijing', 5)), null)).toBeUndefined()
    // A departure that nobody reported: after so long the goods are gone.
    const forgotten = { country: 'GA', nearAt: 0, leftAt: null }
    const later = weighted(sightingIn('hangzhou', 31 * 24), sightingIn('beijing', 32 * 24))
    expect(beforePortFinding(later, forgotten)).toBeUndefined()
    expect(
      beforePortFinding(weighted(sightingIn('hangzhou', 200), sightingIn('beijing', 300)), forgotten),
    ).toBeDefined()
  })

  test('steps after the sale, not the buyer’s', () => {
    const after = meetings(
      sightingIn('hangzhou', 50),
      sightingIn('beijing', 100),
      sightingIn('chengdu', 150),
      sightingIn('guangzhou', 200),
    )
    expect(soldSignal(after, 0, thresholds)).toMatchObject({ kind: 'sold', share: 1 })
    expect(soldSignal(after, null, thresholds).share).toBe(0)
    expect(soldSignal(after.slice(0, 2), 0, thresholds).share).toBeLessThan(0.5)
    expect(soldSignal(after, 20 * dayMs, thresholds).share).toBe(0)
  })

  const right = { log: 'check', right: true } as const
  const wrong = { log: 'check', right: false } as const

  test('right checks by others than the first: two far away, or several that count little each', () => {
    const owner = sightingIn('hangzhou', 0, right)
    expect(recheckedSignal(weighted(owner)).share).toBe(0)
    expect(recheckedSignal(weighted(owner, sightingIn('hangzhou', 1, { ...right, device: owner.device }))).share).toBe(
      0,
    )
    expect(recheckedSignal(weighted(owner, sightingIn('beijing', 50, right))).share).toBe(0.25)
    expect(
      recheckedSignal(weighted(owner, sightingIn('hangzhou', 50, right), sightingIn('hangzhou', 90, right))).share,
    ).toBe(0.5)
    expect(
      recheckedSignal(weighted(owner, sightingIn('beijing', 50, right), sightingIn('chengdu', 90, right))).share,
    ).toBe(1)
  })

  test('wrong codes of two people who never entered the right one, not of one who retries', () => {
    const [a, b] = [sightingIn('hangzhou', 0, wrong), sightingIn('beijing', 50, wrong)]
    expect(wrongCodesSignal(weighted(a, b, sightingIn('chengdu', 60))).share).toBe(1)
    expect(
      wrongCodesSignal(
        weighted(a, sightingIn('hangzhou', 0.01, { ...right, device: a.device }), b, sightingIn('chengdu', 60)),
      ).share,
    ).toBe(0.5)
    // They may still be typing.
    expect(wrongCodesSignal(weighted(a, b)).share).toBe(0.5)
    const facts = { port: null, soldAt: null, dealerTerritories: null, visitors: 0 }
    expect(findEvidence([a, b, sightingIn('beijing', 60)], facts, thresholds).map(({ kind }) => kind)).toEqual([
      'wrongCodes',
    ])
  })

  test('wrong codes add nothing to what buyers are shown', () => {
    const facts = { port: null, soldAt: null, dealerTerritories: null, visitors: 0 }
    const seen = [
      sightingIn('hangzhou', 0),
      sightingIn('beijing', 100, wrong),
      sightingIn('guangzhou', 200),
      sightingIn('guangzhou', 201),
    ]
    expect(findEvidence(seen, facts, thresholds).map(({ kind }) => kind)).toEqual(['wrongCodes'])
    const further = [...seen, sightingIn('chengdu', 300)]
    expect(findEvidence(further, facts, thresholds).map(({ kind }) => kind)).toEqual(['places', 'wrongCodes'])
  })
})

describe('territories', () => {
  const place = { country: 'CN', province: '浙江省', city: '杭州市', district: '西湖区' }

  test('a division includes the divisions below it', () => {
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

  test('six households outside, one after the other', () => {
    const territories = { since: 0, territories: [{ division: ['浙江省'], from: '1970-01-01', until: null }] }
    const outside = (n: number) =>
      meetings(...Array.from({ length: n }, (_, at) => sightingIn('beijing', 30 * at, { province: '北京市' })))
    expect(outsideSignal(outside(6), territories).share).toBe(1)
    expect(outsideSignal(outside(5), territories).share).toBeLessThan(1)
    expect(outsideSignal(outside(6), null).share).toBe(0)
    expect(outsideSignal(outside(6), { ...territories, since: 1000 * hourMs }).share).toBe(0)
  })

  test('without territories or without a place nothing is outside', () => {
    expect(isOutside(sightingIn('beijing', 0, { province: '北京市' }), [['浙江省']])).toBe(true)
    expect(isOutside(sightingIn('beijing', 0), [])).toBe(false)
    expect(isOutside(sightingIn(null, 0), [['浙江省']])).toBe(false)
  })
})

test('one person alone is no evidence of a copy, wherever they go and whatever they enter: the rules look no further', () => {
  const places = ['hangzhou', 'beijing', 'libreville', 'chengdu', 'guangzhou'] as const
  const territories = { since: 0, territories: [{ division: ['浙江省'], from: '1970-01-01', until: null }] }
  for (const port of [null, { country: 'GA', nearAt: 500 * hourMs, leftAt: null }])
    for (const soldAt of [null, 0])
      for (const right of [null, true, false])
        for (const name of ['device', 'network'] as const) {
          const log = right === null ? 'scan' : 'check'
          const one = places.map((town, n) =>
            sightingIn(town, n * 3, { log, right, province: '北京市', [name]: 'one' }),
          )
          expect(findEvidence(one, { port, soldAt, dealerTerritories: territories, visitors: 40 }, thresholds)).toEqual(
            [],
          )
        }
})

describe('far more people than look at one item', () => {
  const spread = [
    sightingIn('hangzhou', 0),
    sightingIn('beijing', 100),
    sightingIn('guangzhou', 200),
    sightingIn('chengdu', 300),
  ]

  test('count beyond nine, a fifth each, when no town has a crowd', () => {
    expect(visitorCountShare(9, meetings(...spread))).toBe(0)
    expect(visitorCountShare(11, meetings(...spread))).toBeCloseTo(0.4)
    const twoTowns = [
      sightingIn('hangzhou', 0),
      sightingIn('chengdu', 100),
      sightingIn('hangzhou', 200),
      sightingIn('chengdu', 300),
    ]
    expect(visitorCountShare(11, meetings(...twoTowns))).toBeCloseTo(0.4)
    // Of four who tell where they are three are in one town: then eight of eleven are.
    const showroom = [
      sightingIn('hangzhou', 0),
      sightingIn('hangzhou', 100),
      sightingIn('hangzhou', 200),
      sightingIn('chengdu', 300),
    ]
    expect(visitorCountShare(11, meetings(...showroom))).toBe(0)
    expect(visitorCountShare(40, [])).toBe(0)
  })

  test('make fewer steps enough, and add nothing where there is hardly one', () => {
    const says = (readers: number, ...all: Sighting[]) =>
      findEvidence(all, { port: null, soldAt: null, dealerTerritories: null, visitors: readers }, thresholds).map(
        ({ kind }) => kind,
      )
    expect(says(9, ...spread.slice(0, 3))).toEqual([])
    expect(says(11, ...spread.slice(0, 3))).toEqual(['places'])
    expect(says(14, ...spread.slice(0, 2))).toEqual([])
  })
})

test('findings below the minimum confidence are dropped', () => {
  const facts = { port: null, soldAt: null, dealerTerritories: null, visitors: 0 }
  expect(findEvidence([sightingIn('hangzhou', 0), sightingIn('beijing', 0.1)], facts, thresholds)).toEqual([])
  expect(
    findEvidence([sightingIn('hangzhou', 0), sightingIn('beijing', 1)], facts, thresholds).map(({ kind }) => kind),
  ).toEqual(['speed'])
})
