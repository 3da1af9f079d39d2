import { entities, keyOf } from '@timbermark/contract'
import { type ComponentType, createElement } from 'react'
import type { StaticRoute } from '../shell/places.ts'

type Load = () => Promise<{ default: ComponentType }>

/** Screens that are more than the declaration of one entity. */
const special: Record<string, Load> = {
  index: () => import('./stats/dashboard.tsx'),
  'catalog/batch': () => import('./catalog/batch.tsx'),
  'code/request': () => import('./code/request.tsx'),
  'code/qr': () => import('./code/qr.tsx'),
  'stage/record': () => import('./stage/record.tsx'),
  'stage/authorization': () => import('./stage/authorization.tsx'),
}

/** `entity/<area>/<name>`: list, form and detail of every declared entity, straight from its declaration. */
const declared: Record<string, Load> = Object.fromEntries(
  entities.map(entity => [
    `entity/${keyOf(entity)}`,
    async () => {
      const { EntityScreen } = await import('../entity/index.ts')
      return { default: () => createElement(EntityScreen, { entity }) }
    },
  ]),
)

/** Every screen of the back office by its id, loaded when it is first opened. */
export const screens: Record<string, Load> = { ...declared, ...special }

/** Screens with an address of their own that the server's menu does not hold. */
export const staticRoutes: readonly StaticRoute[] = []
