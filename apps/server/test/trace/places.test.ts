import { beforeAll, describe, expect, it } from 'vitest'
import { certainNameOf } from '../../src/areas/place/certain-name.ts'
import { countryName, loadPlaces, placeLabel, type Places } from '../../src/areas/place/places.ts'

let places: Places
beforeAll(async () => {
  places = await loadPlaces()
})

describe('places by coordinates, without any service', () => {
  it.each([
    ['天安门', 116.3975, 39.9087, { country: 'CN', province: '北京市', city: '北京市', district: '东城区' }],
    ['陆家嘴', 121.5055, 31.2397, { country: 'CN', province: '上海市', city: '上海市', district: '浦东新区' }],
    ['广州塔', 113.3245, 23.1064, { country: 'CN', province: '广东省', city: '广州市', district: '海珠区' }],
    ['东莞', 113.7518, 23.0207, { country: 'CN', province: '广东省', city: '东莞市', district: null }],
    ['昆山', 120.9807, 31.3857, { country: 'CN', province: '江苏省', city: '苏州市', district: '昆山市' }],
    ['济源', 112.602, 35.0672, { country: 'CN', province: '河南省', city: '济源市', district: null }],
    ['张家港', 120.555, 31.8755, { country: 'CN', province: '江苏省', city: '苏州市', district: '张家港市' }],
    ['拉萨', 91.1172, 29.6469, { country: 'CN', province: '西藏自治区', city: '拉萨市', district: '城关区' }],
    ['乌鲁木齐', 87.6168, 43.8256, { country: 'CN', province: '新疆维吾尔自治区', city: '乌鲁木齐市' }],
    [
      '香港中环',
      114.1588,
      22.2819,
      { country: 'CN', province: '香港特别行政区', city: '香港特别行政区', district: '中西区' },
    ],
    ['澳门', 113.5439, 22.1987, { country: 'CN', province: '澳门特别行政区', city: '澳门特别行政区', district: null }],
    ['台北', 121.5654, 25.033, { country: 'CN', province: '台湾省', city: '台北市', district: null }],
    ['盐田港 (quay)', 114.285, 22.56, { country: 'CN', province: '广东省', city: '深圳市' }],
    ['Libreville', 9.4544, 0.3901, { country: 'GA', province: null, city: null, district: null }],
    ['Port of Owendo', 9.4973, 0.2877, { country: 'GA' }],
    ['Ndjolé', 10.764, -0.182, { country: 'GA' }],
    ['Douala', 9.7043, 4.0483, { country: 'CM' }],
    ['Pointe-Noire', 11.8636, -4.7692, { country: 'CG' }],
    ['Kisangani', 25.1909, 0.5153, { country: 'CD' }],
    ['Paris', 2.3522, 48.8566, { country: 'FR' }],
    ['Le Havre', 0.1079, 49.4944, { country: 'FR' }],
    ['Hanoi', 105.8342, 21.0278, { country: 'VN' }],
    ['Lesotho, inside South Africa', 28.2336, -29.6099, { country: 'LS' }],
    ['Singapore', 103.8198, 1.3521, { country: 'SG' }],
    ['Suva, near the date line', 178.4419, -18.1416, { country: 'FJ' }],
  ])('%s', (_name, longitude, latitude, expected) => {
    expect(places.placeOf(longitude, latitude)).toMatchObject(expected)
  })

  it.each([
    [-30, 0],
    [-140, 40],
    [180, -60],
    [0, -50],
  ])('says nothing about the open sea (%d, %d)', (longitude, latitude) => {
    expect(places.placeOf(longitude, latitude)).toBeNull()
  })

  it.each([
    ['a concession in Gabon', 11.6281, -0.7352, '加蓬', 'Gabon', 'Gabon'],
    ['a quay that the outline leaves out', 9.49, 0.35, '加蓬', 'Gabon', 'Gabon'],
    ['Port of Owendo', 9.4973, 0.2877, '加蓬奥文多', 'Owendo, Gabon', 'Owendo, Gabon'],
    ['off the Ivory Coast', -5.5, 4.6, '科特迪瓦近海', 'Off the coast of Côte d’Ivoire', 'Au large (Côte d’Ivoire)'],
    ['Gulf of Guinea', 2.5, 3, '几内亚湾', 'Gulf of Guinea', 'Golfe de Guinée'],
    ['South Atlantic', -10, -20, '南大西洋', 'South Atlantic Ocean', 'Océan Atlantique Sud'],
    ['昆山', 120.9807, 31.3857, '江苏省苏州市昆山市', 'Suzhou, China', 'Suzhou, Chine'],
  ])('names %s where there is no doubt', (_name, longitude, latitude, zh, en, fr) => {
    const name = certainNameOf(places, longitude, latitude)!
    const plain = (text: string) => text.replaceAll("'", '’')
    expect([name('zh'), name('en')]).toEqual([zh, en])
    if (fr) expect(plain(name('fr'))).toBe(fr)
  })

  it.each([
    ['between the two Congos', 15.3, -4.3],
    ['at the border of Gabon and Congo', 14.45, -1.9],
    ['at the border of Gabon and Equatorial Guinea', 11.34, 1.05],
    ['where no sea is surely named', -140, 40],
    ['between two oceans', 20, -45],
  ])('names nothing %s', (_where, longitude, latitude) => {
    expect(certainNameOf(places, longitude, latitude)).toBeNull()
  })

  it('handles the edges of the map', () => {
    const edges: [number, number][] = [
      [180, 90],
      [-180, -90],
      [180, 0],
      [-180, 71],
    ]
    for (const [longitude, latitude] of edges) expect(() => places.placeOf(longitude, latitude)).not.toThrow()
  })

  it('takes well under a tenth of a millisecond', () => {
    const points = Array.from(
      { length: 5000 },
      (_, n) => [75 + ((n * 37) % 5700) / 100, 18 + ((n * 53) % 3500) / 100] as const,
    )
    let count = 0
    let best = Number.POSITIVE_INFINITY
    // The best of several rounds: a busy machine slows some of them.
    for (let turn = 0; turn < 5; turn++) {
      const started = performance.now()
      count = points.filter(point => places.placeOf(...point)).length
      best = Math.min(best, (performance.now() - started) / points.length)
    }
    expect(best).toBeLessThan(0.1)
    expect(count).toBeGreaterThan(3000)
  })

  it('names countries and places in three languages', () => {
    expect(['zh', 'en', 'fr'].map(language => countryName('CM', language as 'zh'))).toEqual([
      '喀麦隆',
      'Cameroon',
      'Cameroun',
    ])
    expect(placeLabel({ country: 'CN', province: '北京市', city: '北京市', district: '东城区' }, 'zh')).toBe(
      '北京市东城区',
    )
    expect(placeLabel({ country: 'CN', province: '江苏省', city: '苏州市', district: '昆山市' }, 'en')).toBe(
      'China, Jiangsu, Suzhou, 昆山市',
    )
    expect(placeLabel({ country: 'GA', province: null, city: null, district: null }, 'fr')).toBe('Gabon')
    expect(placeLabel({}, 'fr')).toBe('')
  })
})
