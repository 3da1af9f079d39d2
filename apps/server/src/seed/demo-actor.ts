import { document, permissionOf } from '@timbermark/contract'
import type { Actor, Grant } from '../platform/actor.ts'

/** People name papers that they could look up. */
const readsPapers: Grant = {
  roleId: 0,
  roleKey: '',
  roleName: '',
  dataScope: '1',
  deptIds: [],
  permissions: new Set([permissionOf(document, 'list')]),
}

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
  grants: [readsPapers],
  permissions: new Set(),
  ...of,
})
