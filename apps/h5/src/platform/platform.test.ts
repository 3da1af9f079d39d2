import { beforeEach, describe, expect, it } from 'vitest'
import { fitInto } from './image.ts'
import { createConnectivity } from './connectivity.ts'
import { clearSession, signInAddress, readStoredProfile, storeProfile } from './session.ts'

describe('the displayed network state', () => {
  function phone(onLine: boolean) {
    let setPhoneOnline = (_online: boolean) => {}
    const net = createConnectivity({
      onLine: () => onLine,
      listen: changed => {
        setPhoneOnline = changed
      },
    })
    const changes: boolean[] = []
    net.subscribe(() => changes.push(net.online()))
    return { net, changes, setPhoneOnline: (online: boolean) => setPhoneOnline(online) }
  }

  it('is offline when calls fail although the phone reports a network, and calls are still worth trying', () => {
    const { net, changes } = phone(true)
    net.markUnreachable()
    net.markUnreachable()
    expect([net.online(), net.isWorthTrying(), changes]).toEqual([false, true, [false]])
    net.markReached()
    expect(net.online()).toBe(true)
  })

  it('follows the phone’s report, which clears earlier failures', () => {
    const { net, setPhoneOnline } = phone(true)
    net.markUnreachable()
    setPhoneOnline(false)
    expect(net.isWorthTrying()).toBe(false)
    setPhoneOnline(true)
    expect(net.online()).toBe(true)
  })
})

describe('the stored profile', () => {
  beforeEach(() => {
    const stored = new Map<string, string>()
    Object.assign(globalThis, {
      localStorage: {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, value: string) => void stored.set(key, value),
        removeItem: (key: string) => void stored.delete(key),
      },
    })
  })
  const profile = { userId: 7, userName: 'demo', userType: 2 }

  it('is only used for the session that it belongs to', () => {
    storeProfile(profile, 'token-a')
    expect(readStoredProfile('token-a')).toEqual(profile)
    expect(readStoredProfile('token-b')).toBeNull()
    expect(localStorage.getItem('user-type')).toBe('2')
  })

  it('is removed with the session', () => {
    storeProfile(profile, 'token-a')
    clearSession()
    expect(readStoredProfile('token-a')).toBeNull()
    expect(localStorage.getItem('user-type')).toBeNull()
  })

  it('after signing in the person returns to the same page', () => {
    expect(signInAddress('/h5/operationLink?report=1&x=2')).toBe(
      '/login?redirect=%2Fh5%2FoperationLink%3Freport%3D1%26x%3D2',
    )
  })
})

describe('a picture', () => {
  it('is shrunk in proportion and never enlarged', () => {
    expect(fitInto(4000, 3000, 2000)).toEqual({ width: 2000, height: 1500 })
    expect(fitInto(3000, 4000, 2000)).toEqual({ width: 1500, height: 2000 })
    expect(fitInto(640, 480, 2000)).toEqual({ width: 640, height: 480 })
    expect(fitInto(10_000, 1, 100)).toEqual({ width: 100, height: 1 })
  })
})
