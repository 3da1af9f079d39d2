import { wechatUser } from '@timbermark/contract'
import { entityRoutes } from '../../entity/routes.ts'
import type { RouteSpec } from '../../platform/http/http.ts'

/** People known from the messaging platform: only the operator may list and remove them. */
export const messagingUserRoutes: RouteSpec[] = entityRoutes(wechatUser)
