import { beforeEach, describe, expect, it } from 'vitest'
import { fitInto } from './image.ts'
import { createNet } from './net.ts'
import { clearSession, signInAddress, readStoredProfile, storeProfile } from './session.ts'

describe('the network as it is shown', () => {
  function phone(onLine: boolean) {
    let tell = (_online: boolean) => {}
    const net = createNet({
      onLine: () => onLine,
      listen: changed => {
        tell = changed
      },
    })
    const seen: boolean[] = []
    net.subscribe(() => seen.push(net.online()))
    return { net, seen, tell: (online: boolean) => tell(online) }
  }

  it('is off when calls are lost although the phone believes in it, and it is still worth trying', () => {
    const { net, seen } = phone(true)
    net.markUnreachable()
    net.markUnreachable()
    expect([net.online(), net.isWorthTrying(), seen]).toEqual([false, true, [false]])
    net.markReached()
    expect(net.online()).toBe(true)
  })

  it('follows the phone, whose word clears earlier losses', () => {
    const { net, tell } = phone(true)
    net.markUnreachable()
    tell(false)
    expect(net.isWorthTrying()).toBe(false)
    tell(true)
    expect(net.online()).toBe(true)
  })
})

describe('the remembered person', () => {
  beforeEach(() => {
    const kept = new Map<string, string>()
    Object.assign(globalThis, {
      localStorage: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
        removeItem: (key: string) => void kept.delete(key),
      },
    })
  })
  const profile = { userId: 7, userName: 'demo', userType: 2 }

  it('is only taken for the session it was heard in', () => {
    storeProfile(profile, 'token-a')
    expect(readStoredProfile('token-a')).toEqual(profile)
    expect(readStoredProfile('token-b')).toBeNull()
    expect(localStorage.getItem('user-type')).toBe('2')
  })

  it('is forgotten with the session', () => {
    storeProfile(profile, 'token-a')
    clearSession()
    expect(readStoredProfile('token-a')).toBeNull()
    expect(localStorage.getItem('user-type')).toBeNull()
  })

  it('comes back from signing in to where they were', () => {
    expect(signInAddress('/h5/operationLink?report=1&x=2')).toBe(
      '/login?redirect=%2Fh5%2FoperationLink%3Freport%3D1%26x%3D2',
    )
  })
})

describe('a picture', () => {
  it('is made smaller in proportion and never larger', () => {
    expect(fitInto(4000, 3000, 2000)).toEqual({ width: 2000, height: 1500 })
    expect(fitInto(3000, 4000, 2000)).toEqual({ width: 1500, height: 2000 })
    expect(fitInto(640, 480, 2000)).toEqual({ width: 640, height: 480 })
    expect(fitInto(10_000, 1, 100)).toEqual({ width: 100, height: 1 })
  })
})
