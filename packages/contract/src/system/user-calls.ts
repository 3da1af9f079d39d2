import { z } from 'zod'
import { defineCall } from '../call.ts'
import { entityBody } from '../entity-body.ts'
import {
  added,
  checkedText,
  fileInfo,
  filter,
  flag,
  id,
  ids,
  moment,
  nothing,
  oneOfEach,
  removed,
  rights,
  rowId,
  treeNode,
} from '../wire/shapes.ts'
import { user } from './user.ts'

/** A user by id, under one of its two names. */
const oneUser = { id: id.optional(), userId: id.optional() }

/** Roles and posts, replaced as a whole. */
const rolesAndPosts = { roleIds: ids.optional(), postIds: ids.optional() }

/** A user as lists and forms show it. */
export const userRow = z.strictObject({
  id: rowId,
  userId: rowId,
  userName: z.string(),
  nickName: z.string(),
  userType: z.number().int(),
  deptId: rowId.nullable(),
  deptName: z.string().nullable(),
  dept: z.strictObject({ deptId: rowId, deptName: z.string().nullable(), leader: z.string().nullable() }).nullable(),
  email: z.string().nullable(),
  phonenumber: z.string().nullable(),
  sex: z.string().nullable(),
  /** Address of the picture. */
  avatar: z.string().nullable(),
  status: z.string(),
  loginIp: z.string().nullable(),
  loginDate: moment.nullable(),
  /** The password was set by somebody else and not changed yet. */
  initial: z.boolean(),
  /** Registered and waits for approval. */
  waiting: z.boolean(),
  /** Has set up a second factor. */
  secondFactor: z.boolean(),
  remark: z.string().nullable(),
  createTime: moment,
  updateTime: moment.nullable(),
  createBy: z.string().nullable(),
  enterpriseName: z.string(),
  roleIds: z.array(rowId),
  roleNames: z.array(z.string()),
  ...rights,
})

const offeredRole = z.strictObject({
  id: rowId,
  roleId: rowId,
  roleName: z.string(),
  roleKey: z.string(),
  roleSort: z.number().int(),
  status: flag,
  builtIn: z.boolean(),
  /** The caller may grant it. */
  grantable: z.boolean(),
})

/** Choices of a user form. */
const formFacts = z.strictObject({
  roles: z.array(offeredRole),
  posts: z.array(
    z.strictObject({ id: rowId, postId: rowId, postName: z.string(), postCode: z.string(), status: flag }),
  ),
})

const grantedRoles = z.strictObject({
  user: userRow,
  /** `flag`: the user holds it. */
  roles: z.array(offeredRole.extend({ flag: z.boolean() })),
})

/** Names of roles and posts in one line each. */
const groups = { roleGroup: z.string(), postGroup: z.string() }

export const userFormFacts = defineCall({
  method: 'GET',
  path: '/system/user',
  access: { permission: 'system:user:query' },
  scope: {
    tested: 'the roles and posts in scope that a form of users offers',
    in: 'apps/server/test/conformance/data-scope.test.ts',
  },
  summary: 'Roles and posts for a new user',
  answer: formFacts,
  envelopeExtras: formFacts,
})

export const addUser = defineCall({
  method: 'POST',
  path: '/system/user',
  access: { permission: 'system:user:add' },
  summary: 'Adds a user',
  body: entityBody(user, 'add', { password: checkedText.optional(), ...rolesAndPosts }, ['password']),
  answer: added.extend({ userId: rowId }),
  labels: 'system.user',
  audit: { title: 'system.user', kind: 'add' },
})

export const editUser = defineCall({
  method: 'PUT',
  path: '/system/user',
  access: { permission: 'system:user:edit' },
  summary: 'Changes the given fields of a user; roles and posts as a whole',
  body: entityBody(user, 'edit', { userId: id.optional(), ...rolesAndPosts }),
  answer: nothing,
  labels: 'system.user',
  audit: { title: 'system.user', kind: 'edit' },
})

export const removeUsers = defineCall({
  method: 'DELETE',
  path: '/system/user/:ids(^[0-9,]+$)',
  access: { permission: 'system:user:remove' },
  summary: 'Removes users, all or none',
  answer: removed,
  audit: { title: 'system.user', kind: 'remove' },
})

export const resetUserPassword = defineCall({
  method: 'PUT',
  path: '/system/user/resetPwd',
  access: { permission: 'system:user:resetPwd' },
  scope: { row: 'system/user' },
  summary: 'Gives a user a new password; the user’s sessions end',
  body: z.strictObject({ ...oneUser, password: z.string().min(1) }).meta(oneOfEach(Object.keys(oneUser))),
  answer: nothing,
  labels: 'system.user',
  audit: { title: 'system.user', kind: 'edit' },
})

export const endUserSessions = defineCall({
  method: 'PUT',
  path: '/system/user/forceLogout',
  access: { permission: 'monitor:online:forceLogout' },
  scope: { row: 'system/user' },
  summary: 'Ends all sessions of a user',
  body: z.strictObject(oneUser).meta(oneOfEach(Object.keys(oneUser))),
  answer: removed,
  labels: 'system.user',
  audit: { title: 'system.user', kind: 'forceLogout' },
})

export const userRoles = defineCall({
  method: 'GET',
  path: '/system/user/authRole/:id(^\\d+$)',
  access: { permission: 'system:user:query' },
  scope: { row: 'system/user' },
  summary: 'A user and all roles, with those already granted',
  answer: grantedRoles,
  envelopeExtras: grantedRoles,
})

export const setUserRoles = defineCall({
  method: 'PUT',
  path: '/system/user/authRole',
  access: { permission: 'system:user:edit' },
  scope: { row: 'system/user', key: 'userId' },
  summary: 'Replaces the roles of a user',
  query: z.object({ ...oneUser, roleIds: filter }),
  body: z.strictObject({ ...oneUser, roleIds: ids.optional() }),
  answer: nothing,
  labels: 'system.user',
  audit: { title: 'system.user', kind: 'grant' },
})

export const userDepts = defineCall({
  method: 'GET',
  path: '/system/user/deptTree',
  access: { permission: 'system:user:list' },
  scope: { tested: 'departments in scope', in: 'apps/server/test/system/data-scope.test.ts' },
  summary: 'Departments in reach as a tree',
  query: z.object({ deptName: filter, status: filter }),
  answer: z.array(treeNode),
})

export const ownProfile = defineCall({
  method: 'GET',
  path: '/system/user/profile',
  access: 'signedIn',
  summary: 'The own profile',
  answer: userRow.extend(groups),
  envelopeExtras: z.strictObject(groups),
})

export const editOwnProfile = defineCall({
  method: 'PUT',
  path: '/system/user/profile',
  access: 'signedIn',
  summary: 'Changes the own name, e-mail, phone and gender; e-mail and phone with the own password',
  body: z.strictObject({
    nickName: checkedText.optional(),
    /** Empty where the account has none. */
    email: checkedText.nullish(),
    phonenumber: checkedText.nullish(),
    sex: checkedText.optional(),
    /** Required when e-mail or phone change. */
    password: checkedText.optional(),
  }),
  answer: nothing,
  labels: 'system.profile',
  audit: { title: 'system.profile', kind: 'edit' },
})

export const changeOwnPassword = defineCall({
  method: 'PUT',
  path: '/system/user/profile/updatePwd',
  access: 'signedIn',
  summary: 'Changes the own password; other sessions end',
  body: z.strictObject({ oldPassword: z.string().min(1).max(200), newPassword: z.string().min(1).max(200) }),
  answer: nothing,
  whileInitial: true,
  labels: 'system.profile',
  audit: { title: 'system.profile', kind: 'edit' },
})

export const setOwnPicture = defineCall({
  method: 'POST',
  path: '/system/user/profile/avatar',
  access: 'signedIn',
  summary: 'Sets the own picture (png, jpg; at most 1 MB)',
  answer: fileInfo.extend({ imgUrl: z.string() }),
  envelopeExtras: z.strictObject({ imgUrl: z.string() }),
  upload: 'avatarfile',
  audit: { title: 'system.profile', kind: 'edit' },
})

export const userCalls = [
  userFormFacts,
  addUser,
  editUser,
  removeUsers,
  resetUserPassword,
  endUserSessions,
  userRoles,
  setUserRoles,
  userDepts,
  ownProfile,
  editOwnProfile,
  changeOwnPassword,
  setOwnPicture,
] as const
