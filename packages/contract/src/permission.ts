import type { MenuPermission } from './menus.ts'
import type { DeclaredEntity } from './registry.ts'

type FirstWord<Name extends string> = Name extends `${infer First}/${string}` ? First : Name

/** Operations and verbs of an entity, as `area:name:verb`. */
type EntityPermission<E> = E extends {
  area: infer Area extends string
  name: infer Name extends string
  operations: readonly (infer Operation extends string)[]
}
  ? `${Area}:${FirstWord<Name>}:${Operation | (E extends { verbs: readonly (infer Verb extends string)[] } ? Verb : never)}`
  : never

/** Every permission that a role can hold: of declared entities, and of screens without one. */
export type Permission = EntityPermission<DeclaredEntity> | MenuPermission
