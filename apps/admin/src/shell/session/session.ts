import { can, hasRole } from '@timbermark/client'
import { worksByPhoneOnly } from '@timbermark/contract'
import { useMemo, useRef } from 'react'
import { create } from 'zustand'
import { client } from '../client.ts'
import type { RouteItem } from '../frame/menu.ts'
import { dropDrafts } from '../drafts.ts'
import { clearToken, h5UserType, pageToken, userTypeKey } from './stored-session.ts'
import { writeLocal, writeSession } from '../storage.ts'

export const tagsKey = 'visited-views'
/** Role of users without any role, in the session only and without rights, so that loading finishes. */
export const defaultRole = 'ROLE_DEFAULT'

export interface SessionUser {
  userId: number
  /** Login account. */
  userName: string
  nickName: string
  avatar: string | null
  /** 1 system, 2 H5, 3 mini-program, 4 supplier, 5 customer. */
  userType: number
  enterpriseName?: string
  /** Time zone of the enterprise, an IANA name. */
  timeZone?: string
}

interface SessionState {
  loaded: boolean
  user: SessionUser | null
  roles: string[]
  permissions: string[]
  /** Menu of this user, filtered by the server. */
  menus: RouteItem[]
  mustChangePassword: boolean
  /** A role demands a second factor that is not set up yet. */
  mustSetUpFactor: boolean
}

const signedOut: SessionState = {
  loaded: false,
  user: null,
  roles: [],
  permissions: [],
  menus: [],
  mustChangePassword: false,
  mustSetUpFactor: false,
}

export const useSessionStore = create<SessionState>()(() => signedOut)
export const currentSession = () => useSessionStore.getState()

/** The signed-in account no longer exists on the server. */
export class UserMissing extends Error {
  override readonly name = 'UserMissing'
}

let loading: Promise<void> | null = null

/** Whether the session is loading. A 401 meanwhile is handled by the guard, not by the dialog. */
export const isLoadingSession = (): boolean => loading !== null

/** Loads the user, then the menu, which the pages before the sign-in do not need. Concurrent calls share one request. */
export function loadSession({ withMenu = true } = {}): Promise<void> {
  loading ??= fetchSession(withMenu).finally(() => {
    loading = null
  })
  return loading
}

async function fetchSession(withMenu: boolean): Promise<void> {
  const info = await client.call('GET /getInfo')
  if (!info?.user) throw new UserMissing()
  // Suppliers who report and do nothing else have no back office, like field users.
  const byPhone = worksByPhoneOnly(Number(info.user.userType), info.permissions ?? [])
  const userType = byPhone ? h5UserType : Number(info.user.userType)
  const mustChangePassword = info.mustChangePassword === true
  const mustSetUpFactor = info.mustSetUpFactor === true
  // Users who must change their password or set up a factor may do nothing else, so they have no menu.
  const hasMenu = withMenu && !mustChangePassword && !mustSetUpFactor && userType !== h5UserType
  const menus = hasMenu ? await client.call('GET /getRouters') : []
  writeLocal(userTypeKey, String(userType))
  useSessionStore.setState({
    loaded: true,
    user: { ...info.user, userType },
    roles: info.roles?.length ? info.roles : [defaultRole],
    permissions: info.permissions ?? [],
    menus: menus ?? [],
    mustChangePassword,
    mustSetUpFactor,
  })
}

/** Removes the session from this browser. */
export function clearSession(): void {
  clearToken()
  writeSession(tagsKey, null)
  useSessionStore.setState(signedOut, true)
}

const signOutWaitMilliseconds = 2000

/**
 * Ends the session on the server and here. The browser forgets it even when the server cannot be reached, and does not
 * wait long for it.
 */
export async function signOut(): Promise<void> {
  const token = pageToken()
  clearSession()
  dropDrafts()
  if (!token) return
  // With an explicit header: an answer that this token has expired already must not open a dialog.
  const headers = { authorization: `Bearer ${token}` }
  const request = client.call('POST /logout', { token: false, allowDoubleSubmit: true, headers }).catch(() => {})
  await Promise.race([request, new Promise(resolve => setTimeout(resolve, signOutWaitMilliseconds))])
}

export interface Session {
  user: SessionUser
  roles: readonly string[]
  permissions: readonly string[]
  /** Whether the user holds at least one of the permissions. An empty list throws. */
  can(...needed: string[]): boolean
  /** Whether the user holds at least one of the roles. An empty list throws. */
  hasRole(...needed: string[]): boolean
  /** Loads user and menu again (after the profile was edited). */
  reload(): Promise<void>
}

/** The signed-in user and their rights. Only inside of the guarded pages. */
export function useSession(): Session {
  const { user, roles, permissions } = useSessionStore()
  const last = useRef<Session>(undefined)
  const session = useMemo<Session | undefined>(() => {
    if (!user) return undefined
    return {
      user,
      roles,
      permissions,
      can: (...needed) => can(permissions, needed),
      hasRole: (...needed) => hasRole(roles, needed),
      reload: () => loadSession(),
    }
  }, [user, roles, permissions])
  // Signing out clears the session before the page is left; until then the last value is returned.
  if (session) last.current = session
  if (!last.current) throw new Error('useSession is for pages behind the sign-in')
  return last.current
}
