import { config } from './config.ts'
import { deptView } from './dept-view.ts'
import { dept } from './dept.ts'
import { dictTypeView, dictDataView } from './dict-view.ts'
import { dictType, dictData } from './dict.ts'
import { divisionView } from './division-view.ts'
import { division } from './division.ts'
import { menuView } from './menu-view.ts'
import { noticeReader } from './notice-view.ts'
import { notice } from './notice.ts'
import { post } from './post.ts'
import { roleView } from './role-view.ts'
import { role } from './role.ts'
import { userView } from './user-view.ts'
import { user } from './user.ts'

export * from './config.ts'
export * from './dept-view.ts'
export * from './dept.ts'
export * from './dict-view.ts'
export * from './dict.ts'
export * from './division-view.ts'
export * from './division.ts'
export * from './menu-view.ts'
export * from './message.ts'
export * from './notice-view.ts'
export * from './notice.ts'
export * from './parameters.ts'
export * from './post.ts'
export * from './role-user.ts'
export * from './role-view.ts'
export * from './role.ts'
export * from './rules.ts'
export * from './user-view.ts'
export * from './user.ts'

/** The entities of this area, in the order in which the registry lists them. */
export const systemEntities = [user, role, dept, post, dictType, dictData, config, notice, division] as const
/** The views of this area. */
export const systemViews = [
  userView,
  roleView,
  deptView,
  dictTypeView,
  dictDataView,
  divisionView,
  menuView,
  noticeReader,
] as const
