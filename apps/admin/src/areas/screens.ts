import { entities, keyOf } from '@timbermark/contract'
import { type ComponentType, createElement } from 'react'

type Load = () => Promise<{ default: ComponentType }>

/** A screen with an address of its own that the server's menu does not hold. */
export interface StaticRoute {
  path: string
  screen: string
  /** Menu entry that stays marked while it is open. */
  activeMenu?: string
  /** Phrase key of the title. */
  title: string
  permission?: string
}

/** Screens that are more than the declaration of their entity. */
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

/** Every screen of the back office by its id, loaded when it is opened. */
export const screens: Record<string, Load> = { ...declared, ...special }

export const staticRoutes: readonly StaticRoute[] = []
