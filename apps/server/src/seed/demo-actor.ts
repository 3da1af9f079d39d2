import { document, permissionOf } from '@timbermark/contract'
import type { Actor, Grant } from '../platform/actor.ts'

/** The permission to read documents, which is needed to refer to them. */
const readsPapers: Grant = {
  roleId: 0,
  roleKey: '',
  roleName: '',
  dataScope: '1',
  deptIds: [],
  permissions: new Set([permissionOf(document, 'list')]),
}

/** A user of the demonstration who acts while it is created. */
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
  grants: [readsPapers],
  permissions: new Set(),
  ...of,
})
