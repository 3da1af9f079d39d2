import type { Listed } from '@timbermark/contract'

/**
 * The entity as a list without the forms that its declaration would draw: the screen brings its own. Buttons and
 * permissions of the other operations stay.
 */
export function withoutForms<const E extends Listed>(entity: E): E {
  return { ...entity, operations: entity.operations.filter(verb => verb !== 'add' && verb !== 'edit') }
}
