import { dict } from '../field.ts'
import type { ViewInput } from '../view.ts'
import { user } from './user.ts'
import { userView } from './user-view.ts'

const { userName, nickName, status } = user.fields

/** Users in the two lists of a role: fewer columns of the same rows, with their own calls. */
export const roleUser = {
  ...userView,
  fields: {
    userName: { ...userName, sortable: false },
    nickName: { ...nickName, search: undefined, sortable: false },
    phonenumber: userView.fields.phonenumber,
    deptId: { ...userView.fields.deptId, search: undefined },
    email: { ...userView.fields.email, search: undefined },
    // Read-only here: accounts are enabled in the users screen.
    status: dict({ dict: status.dict, readonly: true, required: true }),
  },
  operations: ['list'],
} as const satisfies ViewInput
