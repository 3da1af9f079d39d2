import { deptCalls } from './dept-calls.ts'
import { identityCalls } from './identity-calls.ts'
import { listViewCalls } from './list-view-calls.ts'
import { menuCalls } from './menu-calls.ts'
import { ownCalls } from './own-calls.ts'
import { undoCalls } from './undo-calls.ts'
import { referenceCalls } from './reference-calls.ts'
import { roleCalls } from './role-calls.ts'
import { userCalls } from './user-calls.ts'

export * from './dept-calls.ts'
export * from './identity-calls.ts'
export * from './list-view-calls.ts'
export * from './menu-calls.ts'
export * from './own-calls.ts'
export * from './undo-calls.ts'
export * from './reference-calls.ts'
export * from './role-calls.ts'
export * from './user-calls.ts'

/** Every call of this area. */
export const allSystemCalls = [
  ...identityCalls,
  ...userCalls,
  ...deptCalls,
  ...roleCalls,
  ...menuCalls,
  ...ownCalls,
  ...undoCalls,
  ...listViewCalls,
  ...referenceCalls,
] as const
