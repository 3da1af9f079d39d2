import { describe, expect, it } from 'vitest'
import { afterSignIn, decide, publicPaths, type GuardState } from '../src/shell/session/guard.ts'

const signedOut: GuardState = {
  token: null,
  loaded: false,
  userType: null,
  mustChangePassword: false,
  mustSetUpFactor: false,
  find: () => 'missing',
}
const fresh: GuardState = { ...signedOut, token: 't' }
const known = ['/index', '/system/user', '/catalog', '/user/profile']
const signedIn: GuardState = {
  ...fresh,
  loaded: true,
  userType: 1,
  find: path =>
    known.includes(path)
      ? 'open'
      : path === '/locked'
        ? 'forbidden'
        : path === '/system'
          ? { redirect: '/system/user' }
          : 'missing',
}
const h5User: GuardState = { ...signedIn, userType: 2 }
const go = (path: string, state: GuardState, search = '') => {
  const decision = decide(path, search, state)
  return 'to' in decision
    ? `${decision.go} ${decision.to}${'endSession' in decision ? ' (signed out)' : ''}`
    : decision.go
}

describe('signed out', () => {
  it('the public pages are open (RT-01 to RT-07)', () => {
    for (const path of publicPaths.filter(path => path !== '/c')) expect(go(path, signedOut)).toBe('on')
    expect(go('/c', signedOut, '?code=A')).toBe('leave /c?code=A')
    expect(go('/c/ABC', signedOut)).toBe('leave /c/ABC')
  })

  it('every other path leads to /login with the full path (RT-39, AMB-13)', () => {
    expect(go('/user/profile', signedOut, '?x=1&y=2')).toBe(
      'redirect /login?redirect=%2Fuser%2Fprofile%3Fx%3D1%26y%3D2',
    )
    for (const path of ['/', '/index', '/401', '/404', '/no/such', '/h5', '/loginx', '/catalog']) {
      expect(go(path, signedOut)).toBe(`redirect /login?redirect=${encodeURIComponent(path)}`)
    }
  })
})

describe('signed in', () => {
  it('the session is loaded before anything else (ST-27)', () => {
    expect(go('/system/user', fresh)).toBe('load')
    expect(go('/404', fresh)).toBe('load')
    expect(go('/test', fresh)).toBe('on')
  })

  it('/login leads to /, and / to /index (RT-40, RT-16)', () => {
    expect(go('/login', signedIn)).toBe('redirect /')
    expect(go('/login', fresh)).toBe('redirect /')
    expect(go('/', signedIn)).toBe('redirect /index')
  })

  it('known paths open, unknown ones lead to /404, forbidden ones to /401, groups to their first screen (RT-41, RT-43)', () => {
    expect(go('/system/user', signedIn)).toBe('on')
    expect(go('/catalog', signedIn)).toBe('on')
    expect(go('/no/such/page', signedIn)).toBe('redirect /404')
    expect(go('/locked', signedIn)).toBe('redirect /401')
    expect(go('/system', signedIn)).toBe('redirect /system/user')
    expect(go('/404', signedIn)).toBe('on')
    expect(go('/redirect/system/user', signedIn)).toBe('on')
  })

  it('pages of other programs are loaded by the browser', () => {
    expect(go('/h5', signedIn)).toBe('leave /h5')
    expect(go('/c', signedIn, '?code=A')).toBe('leave /c?code=A')
  })
})

describe('a type-2 user', () => {
  it.each(['/h5', '/h5/operationLink', '/h5/operationLog'])(
    'proceeds to %s, a page of a program without the layout (RT-12, RT-13, RT-14, RT-48)',
    path => {
      expect(go(path, h5User)).toBe(`leave ${path}`)
    },
  )

  it('is signed out and sent to /c (RT-49), also before the session is loaded', () => {
    expect(go('/c', h5User, '?code=A')).toBe('leave /c?code=A (signed out)')
    expect(go('/c', { ...fresh, userType: 2 })).toBe('leave /c (signed out)')
  })

  it('goes to /h5 from everywhere else; /catalog does not contain /c (AMB-11)', () => {
    for (const path of ['/index', '/', '/catalog', '/system/user', '/404', '/no/such'])
      expect(go(path, h5User)).toBe('leave /h5')
  })

  it('is checked for /h5 first', () => {
    expect(go('/h5/c', h5User)).toBe('leave /h5/c')
  })
})

describe('an initial password', () => {
  const initial: GuardState = { ...signedIn, mustChangePassword: true }
  it('must be changed before anything else, whatever the user type', () => {
    expect(go('/index', initial)).toBe('redirect /change-password')
    expect(go('/system/user', initial)).toBe('redirect /change-password')
    expect(go('/h5', { ...initial, userType: 2 })).toBe('redirect /change-password')
    expect(go('/change-password', initial)).toBe('on')
  })

  it('closes the page afterwards', () => {
    expect(go('/change-password', signedIn)).toBe('redirect /')
  })
})

describe('a second factor', () => {
  const demanded: GuardState = { ...signedIn, mustSetUpFactor: true }
  it('that a role requires is set up before anything else, whatever the user type', () => {
    for (const path of ['/index', '/system/user', '/no/such'])
      expect(go(path, demanded)).toBe('redirect /second-factor')
    expect(go('/h5', { ...demanded, userType: 2 })).toBe('redirect /second-factor')
    expect(go('/second-factor', { ...demanded, userType: 2 })).toBe('on')
    expect(go('/index', { ...demanded, mustChangePassword: true }), 'the password first').toBe(
      'redirect /change-password',
    )
  })

  it('can be set up by every signed-in user, and by nobody else', () => {
    expect(go('/second-factor', h5User)).toBe('on')
    expect(go('/second-factor', signedOut)).toBe('redirect /login?redirect=%2Fsecond-factor')
  })
})

describe('after signing in', () => {
  it('leads to the remembered path of this site, else to the answered page, else Home (OPEN-12, OPEN-14)', () => {
    expect(afterSignIn('/user/profile?x=1', '/index')).toBe('/user/profile?x=1')
    expect(afterSignIn(null, '/h5')).toBe('/h5')
    expect(afterSignIn('/', '/h5')).toBe('/h5')
    expect(afterSignIn(null, '')).toBe('/index')
    expect(afterSignIn(null, undefined)).toBe('/index')
  })

  it('never leads to another site, nor in a loop (A59)', () => {
    for (const bad of [
      '//evil.example',
      '/\\evil.example',
      'https:evil.example',
      '/%2f%2fevil.example',
      'javascript:alert(1)',
      '/login?redirect=/x',
      '/register',
    ]) {
      expect(afterSignIn(bad, '/index')).toBe('/index')
      expect(afterSignIn(null, bad === '/login?redirect=/x' || bad === '/register' ? '/index' : bad)).toBe('/index')
    }
  })
})
