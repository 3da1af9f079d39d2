import { beforeAll, describe, expect, it, vi } from 'vitest'

// The module stores the address that the page was loaded with; there is no page in this test.
vi.hoisted(() => {
  Object.assign(globalThis, { location: { href: 'https://timber.example/h5?code=1#top' } })
})

type Module = typeof import('./platform-scan.ts')
let scan: Module
beforeAll(async () => {
  scan = await import('./platform-scan.ts')
})

describe('the messaging platform’s scanner', () => {
  it('is only tried inside its app', () => {
    expect(scan.isInsideMessagingApp('Mozilla/5.0 (Linux; Android 13) Mobile MicroMessenger/8.0.40')).toBe(true)
    expect(scan.isInsideMessagingApp('Mozilla/5.0 (Linux; Android 13) Chrome/120 Mobile')).toBe(false)
  })

  it('signs the first loaded address on iOS and the current one elsewhere', () => {
    const entry = 'https://timber.example/h5?from=share#x'
    const present = 'https://timber.example/h5/operationLink?stage=felling#y'
    expect(scan.signedAddress('iPhone MicroMessenger', entry, present)).toBe('https://timber.example/h5?from=share')
    expect(scan.signedAddress('Android MicroMessenger', entry, present)).toBe(
      'https://timber.example/h5/operationLink?stage=felling',
    )
  })

  it('distinguishes a missing signature (ERR-43) from a client that is too old (ERR-42)', () => {
    expect(scan.failureOf('config:invalid signature')).toBe('signature')
    expect(scan.failureOf('the permission value is offline verifying')).toBe('signature')
    expect(scan.failureOf('scanQRCode:function not exist')).toBe('unsupported')
    expect(scan.failureOf('system:function_not_exist')).toBe('unsupported')
  })
})
