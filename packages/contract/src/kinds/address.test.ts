import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './address.ts'

describe('an address that strangers are led to', () => {
  it.each([
    'https://example.com/a?b=1',
    'http://93.184.216.34/',
    'https://[2606:2800:220:1:248:1893:25c8:1946]/x',
    'https://news.example.com.',
    'https://新闻.中国/1',
    'https://11.0.0.1/',
    'https://172.32.0.1/',
  ])('takes %s', address => expect(isPublicAddress(address)).toBe(true))

  it.each([
    'http://127.0.0.1/x',
    'http://127.1/x',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://0/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1:8080/',
    'http://169.254.169.254/latest/meta-data',
    'http://100.64.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[fc00::1]/',
    'http://[fe80::1]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://a.localhost/',
    'http://printer.local/',
    'http://wiki.corp/',
    'http://intranet/',
    'http://db.internal/',
    'http://user:secret@example.com/',
    'nonsense',
  ])('refuses %s', address => expect(isPublicAddress(address)).toBe(false))
})
