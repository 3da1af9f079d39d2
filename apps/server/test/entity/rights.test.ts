import { batch } from '@timbermark/contract'
import { expect, test } from 'vitest'
import { rightsOf } from '../../src/entity/rights.ts'
import type { Actor } from '../../src/platform/actor.ts'

test('the state refuses a verb before the area does', () => {
  const actor = { superAdmin: true } as Actor
  const { why } = rightsOf(batch, actor, { status: 'draft' }, { against: () => 'inUse' })
  expect(why).toMatchObject({ close: 'stateRefused', activate: 'inUse', edit: 'inUse' })
})
