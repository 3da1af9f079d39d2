import { expect, test } from 'vitest'
import { isNearby } from '../../src/platform/http/network.ts'

test.each([
  ['127.0.0.1', true],
  ['::ffff:127.0.0.1', true],
  ['::1', true],
  ['10.200.3.4', true],
  ['172.31.255.255', true],
  ['172.32.0.1', false],
  ['192.168.1.1', true],
  ['fd12:3456::1', true],
  ['fe80::1%eth0', true],
  ['203.0.113.7', false],
  ['::ffff:203.0.113.7', false],
  ['2001:db8::1', false],
])('%s stands nearby: %s', (address, nearby) => expect(isNearby(address)).toBe(nearby))
