import { defineEntity, dict, user } from '@timbermark/contract'

const { userName, nickName, phonenumber, email, deptId, status } = user.fields

/** Users as the two lists of a role answer them. */
export const roleUser = defineEntity({
  ...user,
  label: 'userName',
  fields: {
    userName: { ...userName, sortable: false },
    nickName: { ...nickName, search: undefined, sortable: false },
    phonenumber,
    deptId: { ...deptId, search: undefined },
    email: { ...email, search: undefined },
    // A word here: whose account is enabled is decided in the users screen.
    status: dict({ dict: status.dict, readonly: true }),
  },
  operations: ['list'],
})
