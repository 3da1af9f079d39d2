import { createTranslator } from '@timbermark/client'
import {
  type AnyEntity,
  batch,
  entities,
  isStateful,
  keyOf,
  nextState,
  permissionOf,
  permissionVerbOf,
  pressedTransitions,
  quote,
  transitionOf,
} from '@timbermark/contract'
import { all } from '@timbermark/phrases/all'
import { describe, expect, it, vi } from 'vitest'
import { bulkTransitions, questionOf, questionOfMany, transitionActions } from './transition-actions.ts'
import type { Row } from '../types.ts'

const { en } = all
const t = createTranslator(en, 'en')
const nothing = { move: async () => {}, ask: () => {} }
const everything = ['*:*:*']

const lifecycles = (entities as readonly AnyEntity[]).filter(isStateful)
const buttons = lifecycles.flatMap(entity =>
  pressedTransitions(entity).flatMap(transition =>
    entity.states.values.map(state => [keyOf(entity), transition.verb, state, entity, transition] as const),
  ),
)

describe('the buttons of a lifecycle are made from its declaration', () => {
  it('there are transitions to walk', () => {
    expect(buttons.length).toBeGreaterThan(20)
  })

  it.each(buttons)('%s, %s from %s', (_key, verb, state, entity, transition) => {
    const row: Row = { id: 1, [entity.states.field]: state }
    const needed = permissionOf(entity, permissionVerbOf(entity, verb)!)
    const button = (permissions: string[]) =>
      transitionActions(t, entity, row, permissions, nothing).find(({ key }) => key === verb)
    expect(button([]), 'absent without the permission').toBeUndefined()
    expect(button([needed])?.reason, 'disabled with the reason where the state forbids it').toBe(
      nextState(entity.states, verb, state) === undefined ? en['error.stateRefused'] : undefined,
    )
    expect(button([needed])?.danger ?? false).toBe(transition.confirm === 'danger')
    // The dialog that asks for a reason is the question.
    expect(button([needed])?.confirm !== undefined).toBe(transition.confirm !== undefined && !transition.reason)
  })

  it.each(buttons)('%s, %s from %s: its questions have words in every language', (_k, verb, _s, entity, one) => {
    for (const language of ['zh', 'en', 'fr'] as const) {
      const translate = createTranslator(all[language], language)
      if (one.confirm) expect(questionOf(translate, entity, one, { id: 1 }).title).not.toContain(`.${verb}`)
      if (one.bulk) expect(questionOfMany(translate, entity, one, 2).title).not.toContain(`.${verb}`)
    }
  })
})

it('the server’s refusal is shown instead of the one of the state', () => {
  const refused: Row = { id: 1, status: 'draft', can: [], why: { activate: 'catalog.batchState' } }
  const [only, ...others] = transitionActions(t, batch, refused, everything, nothing)
  expect(only).toMatchObject({ key: 'activate', reason: en['error.catalog.batchState'] })
  expect(others).toEqual([])
})

it('a transition that needs a reason opens a dialog, any other is sent at once', () => {
  const run = { move: vi.fn(async () => {}), ask: vi.fn() }
  const row: Row = { id: 7, status: 'active', batchNumber: 'B-7' }
  const actions = transitionActions(t, batch, row, everything, run)
  void actions.find(({ key }) => key === 'void')?.run()
  expect(run.ask).toHaveBeenCalledExactlyOnceWith(transitionOf(batch, 'void'), [row])
  void actions.find(({ key }) => key === 'close')?.run()
  expect(run.move).toHaveBeenCalledExactlyOnceWith(transitionOf(batch, 'close'), [row])
})

it('questions name the record and what the screen adds', () => {
  const row: Row = { id: 1, quoteUser: 'Demo trader', goodsName: 'Okoumé boards' }
  expect(
    questionOf(t, quote, transitionOf(quote, 'accept'), row, {
      params: () => ({ name: 'Demo trader', price: '12.00' }),
    }),
  ).toEqual({
    title: 'Accept the quote of Demo trader for 12.00 CNY?',
    text: en['trade.quote.acceptText'],
    ok: en['trade.quote.accept'],
  })
})

describe('several rows offer the transitions declared for many', () => {
  it.each(lifecycles.map(entity => [keyOf(entity), entity] as const))('%s', (_key, entity) => {
    const verbs = (permissions: string[]) => bulkTransitions(entity, permissions).map(({ verb }) => verb)
    const declared = pressedTransitions(entity)
      .filter(({ bulk }) => bulk)
      .map(({ verb }): string => verb)
    expect(verbs(everything)).toEqual(declared)
    expect(verbs([]), 'none without a permission').toEqual([])
    for (const verb of declared) {
      const permission = permissionOf(entity, permissionVerbOf(entity, verb)!)
      const withSamePermission = declared.filter(
        other => permissionOf(entity, permissionVerbOf(entity, other)!) === permission,
      )
      expect(verbs([permission]), permission).toEqual(withSamePermission)
    }
  })

  it('and some are declared', () => {
    expect(lifecycles.flatMap(entity => bulkTransitions(entity, everything)).length).toBeGreaterThan(3)
  })
})
