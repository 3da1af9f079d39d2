import type { Listed } from '@timbermark/contract'

/**
 * The entity without the forms that its declaration would draw; the screen has its own. Buttons and permissions of the
 * other operations stay.
 */
export function withoutForms<const E extends Listed>(entity: E): E {
  return { ...entity, operations: entity.operations.filter(verb => verb !== 'add' && verb !== 'edit') }
}
