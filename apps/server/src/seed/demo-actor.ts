import type { Actor } from '../platform/actor.ts'

/** Somebody of the demonstration who does something while it is made. */
export const demoActor = (
  of: Pick<Actor, 'accountId' | 'tenantId' | 'deptId'> & Partial<Pick<Actor, 'tenantName' | 'nickName' | 'userType'>>,
): Actor => ({
  tenantName: '',
  userName: '',
  nickName: '',
  userType: 2,
  deptName: null,
  avatar: null,
  sessionId: 0,
  superAdmin: false,
  mustChangePassword: false,
  mustSetUpFactor: false,
  grants: [],
  permissions: new Set(),
  ...of,
})
