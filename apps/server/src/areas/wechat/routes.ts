import type { RouteSpec } from '../../platform/http/http.ts'
import { accountRoutes } from './account-routes.ts'
import { activationRoutes } from './activations.ts'
import { messagingCodeRoutes } from './codes.ts'
import { identityRoutes } from './identities.ts'
import { miniRoutes } from './mini.ts'
import { messagingUserRoutes } from './users.ts'
import { signatureRoutes } from './signature.ts'
import { platformRequestRoutes } from './requests.ts'

/** Everything of the messaging platform. */
export const wechatRoutes: RouteSpec[] = [
  ...accountRoutes,
  ...platformRequestRoutes,
  ...activationRoutes,
  ...messagingCodeRoutes,
  ...miniRoutes,
  ...signatureRoutes,
  ...identityRoutes,
  ...messagingUserRoutes,
]
