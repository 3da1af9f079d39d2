import { dict } from '../field.ts'
import type { ViewInput } from '../view.ts'
import { user } from './user.ts'
import { userView } from './user-view.ts'

const { userName, nickName, status } = user.fields

/** What the two lists of a role show of users: fewer columns of the same rows, which their own calls answer. */
export const roleUser = {
  ...userView,
  fields: {
    userName: { ...userName, sortable: false },
    nickName: { ...nickName, search: undefined, sortable: false },
    phonenumber: userView.fields.phonenumber,
    deptId: { ...userView.fields.deptId, search: undefined },
    email: { ...userView.fields.email, search: undefined },
    // A word here: whose account is enabled is decided in the users screen.
    status: dict({ dict: status.dict, readonly: true, required: true }),
  },
  operations: ['list'],
} as const satisfies ViewInput
