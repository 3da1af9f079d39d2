import { datetime, dict, text } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'
import { user } from './user.ts'

const { userName, nickName, deptId, phonenumber, email, status, sex, loginIp, loginDate, remark } = user.fields

/** Users as lists and forms show them: the type as a word, department, roles and enterprise by name. */
export const userView = defineView({
  area: 'system',
  name: 'user',
  of: user,
  idAlias: 'userId',
  label: 'userName',
  defaultColumns: ['userName', 'nickName', 'status', 'roleNames'],
  fields: {
    userName,
    nickName,
    status,
    // An account that the system created may lack fields that are required when a person adds one.
    deptId: { ...deptId, required: false },
    userType: dict({ dict: 'user_type', numeric: true, required: true, search: 'eq' }),
    roleNames: text({ max: 500, several: true, readonly: true, required: true }),
    phonenumber: { ...phonenumber, required: false },
    email: { ...email, required: false },
    sex,
    enterpriseName: text({ max: 100, readonly: true, required: true, hideInList: true }),
    loginDate: { ...loginDate, hideInList: false },
    loginIp,
    remark,
    createTime: datetime({ readonly: true, required: true, sortable: true, search: 'range' }),
  },
  globalSearch: { by: ['userName', 'nickName', 'phonenumber'], shows: ['nickName', 'deptId'] },
  operations: user.operations,
  final: user.final,
  verbs: user.verbs,
  rowExtras: rowExtras<{
    dept: { deptId: number; deptName: string | null; leader: string | null } | null
    /** Address of the picture. */
    avatar: string | null
    /** The password was set by somebody else and not changed yet. */
    initial: boolean
    /** Registered and waits for approval. */
    waiting: boolean
    /** Has set up a second factor. */
    secondFactor: boolean
    roleIds: number[]
    /** Only for one user: the user's posts, and all posts. */
    postIds?: number[]
    posts?: { postId: number; postName: string }[]
  }>(),
})
