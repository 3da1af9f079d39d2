import { expect, test } from 'vitest'
import { placeOfIp } from '../../src/areas/place/ip-places.ts'

test.each([
  ['41.158.1.1', '加蓬', 'Gabon', 'Gabon'],
  ['::ffff:102.244.0.1', '喀麦隆', 'Cameroon', 'Cameroun'],
  ['202.101.172.35', '中国 浙江省 杭州市', 'China', 'Chine'],
  ['2001:da8::1', '中国 北京市', 'China', 'Chine'],
  ['127.0.0.1', '内网', 'Internal network', 'Réseau interne'],
  ['10.20.30.40', '内网', 'Internal network', 'Réseau interne'],
  ['fd00::1', '内网', 'Internal network', 'Réseau interne'],
])('the place of %s in three languages', (ip, zh, en, fr) => {
  expect([placeOfIp(ip, 'zh'), placeOfIp(ip, 'en'), placeOfIp(ip, 'fr')]).toEqual([
    zh,
    expect.stringContaining(en),
    expect.stringContaining(fr),
  ])
})

test.each([null, '', 'nonsense', '1.2.3', '999.1.1.1'])('%s has none', ip => {
  expect(placeOfIp(ip, 'fr')).toBeNull()
})
