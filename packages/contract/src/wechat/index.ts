import { platformRequest } from './platform-request.ts'
import { wechatUser } from './user.ts'

export * from './ean.ts'
export * from './platform-request.ts'
export * from './user.ts'

/** The entities of this area, in the order in which the registry lists them. */
export const wechatEntities = [platformRequest, wechatUser] as const
/** The views of this area. */
export const wechatViews = [] as const
