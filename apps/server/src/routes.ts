import { batch, category, document, product } from '@timbermark/contract'
import { batchRoutes } from './areas/catalog/batches.ts'
import { qrRoutes } from './areas/code/qr.ts'
import { requestRoutes } from './areas/code/requests.ts'
import { fileRoutes } from './areas/common/files.ts'
import { authorizationRoutes } from './areas/stage/authorizations.ts'
import { formRoutes } from './areas/stage/forms.ts'
import { recordRoutes } from './areas/stage/records.ts'
import { reportRoutes } from './areas/stage/report.ts'
import { statsRoutes } from './areas/stats/overview.ts'
import { openapiRoutes } from './areas/tool/openapi.ts'
import { traceLogRoutes } from './areas/trace/logs.ts'
import { traceRoutes } from './areas/trace/routes.ts'
import { dictionaryRoutes } from './areas/system/dictionaries.ts'
import { signInRoutes } from './areas/system/sign-in.ts'
import { entityRoutes } from './crud/routes.ts'
import type { RouteSpec } from './platform/http.ts'

/** Every route below /api. Declared entities bring their own; an area adds its verbs. */
export const routes: readonly RouteSpec[] = [
  ...signInRoutes,
  ...fileRoutes,
  ...dictionaryRoutes,
  ...entityRoutes(category),
  ...entityRoutes(product, { publicFiles: ['images', 'video'] }),
  ...entityRoutes(batch),
  ...entityRoutes(document),
  ...batchRoutes,
  ...requestRoutes,
  ...qrRoutes,
  ...reportRoutes,
  ...formRoutes,
  ...recordRoutes,
  ...authorizationRoutes,
  ...statsRoutes,
  ...traceRoutes,
  ...traceLogRoutes,
  ...openapiRoutes(() => routes),
]
