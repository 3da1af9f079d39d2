import { datetime, defineEntity, dict, text, user } from '@timbermark/contract'

const { userName, nickName, deptId, phonenumber, email, status, sex, loginIp, loginDate, remark } = user.fields

/** Users as their list answers them: the type in words of its dictionary, with roles, posts and enterprise by name. */
export const userEntity = defineEntity({
  ...user,
  label: 'userName',
  fields: {
    userName,
    nickName,
    status,
    deptId,
    userType: dict({ dict: 'user_type', required: true, search: 'eq', default: '1' }),
    roleNames: text({ max: 500, readonly: true }),
    phonenumber,
    email,
    sex,
    enterpriseName: text({ max: 100, readonly: true, hideInList: true }),
    loginDate: { ...loginDate, hideInList: false },
    loginIp,
    remark,
    createTime: datetime({ readonly: true, sortable: true, search: 'range' }),
  },
})
