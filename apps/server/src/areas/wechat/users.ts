import { wechatUser } from '@timbermark/contract'
import { entityRoutes } from '../../entity/routes.ts'
import type { RouteSpec } from '../../platform/http/http.ts'

/** People known from the messaging platform: the operator's to see and to forget. */
export const platformUserRoutes: RouteSpec[] = entityRoutes(wechatUser)
