import { type Client, createTranslator } from '@timbermark/client'
import { listing, transitionOf } from '@timbermark/contract'
import { describe, expect, it, vi } from 'vitest'
import { all } from '@timbermark/phrases/all'
import { moveRows } from '../../entity/list/move-rows.ts'
import { kindOf } from './addresses.ts'
import { phoneOf, priceOf, quantityOf, sizeOf } from './listing-cells.tsx'
import { checkUnit } from './listing-rules.ts'

const { en } = all

const t = createTranslator(en, 'en')
const row = { id: 1, quantity: 1200, unit: 'cubicMeter', thickness: '30', length: null, width: '200.5' }

describe('trade listings', () => {
  it.each([
    ['approve', undefined, { ids: [1, 2], seen: [3, 1] }],
    ['reject', 'blurred', { ids: [1, 2], reason: 'blurred' }],
    ['putOn', undefined, { ids: [1, 2] }],
    ['takeOff', undefined, { ids: [1, 2] }],
  ] as const)('%s several at once in one call (ST-20 to ST-24)', async (verb, reason, body) => {
    const read = [
      { id: 1, revision: 3 },
      { id: 2, revision: 1 },
    ]
    const put = vi.fn(async () => ({ done: 2, failed: 0, results: [] }))
    await moveRows({ put } as unknown as Client, listing, transitionOf(listing, verb), read, reason ? { reason } : {})
    expect(put).toHaveBeenCalledExactlyOnceWith(`/trade/listing/${verb}`, body)
  })

  it('requires the unit as soon as there is a quantity (VAL-32)', () => {
    const validateFields = vi.fn(async () => ({}))
    const form = { validateFields } as unknown as Parameters<typeof checkUnit>[2]
    checkUnit({ quantity: 5 }, { quantity: 5 }, form)
    expect(validateFields).toHaveBeenCalledExactlyOnceWith(['unit'])
    checkUnit({ quantity: 6 }, { quantity: 6, unit: 'ton' }, form)
    checkUnit({ quantity: null }, {}, form)
    checkUnit({ origin: 'Gabon' }, { quantity: 6 }, form)
    expect(validateFields).toHaveBeenCalledTimes(1)
  })

  it('formats a quantity with its unit, a size with its gaps and a price to the cent', () => {
    expect(quantityOf(t, row)).toBe('1,200 m³')
    expect(sizeOf(t, row)).toBe('30 × – × 200.5 mm')
    expect(sizeOf(t, { id: 1 })).toBe('–')
    expect(priceOf(t, '3150.5')).toBe('3,150.50')
  })

  it('offers to call only a number that is not masked', () => {
    const visible = phoneOf(t, { id: 1, contactPhone: '+33 1 00 00', phoneShown: true }) as { props: { href?: string } }
    const hidden = phoneOf(t, { id: 1, contactPhone: '138****78', phoneShown: false }) as { props: { href?: string } }
    expect(visible.props.href).toBe('tel:+3310000')
    expect(hidden.props.href).toBeUndefined()
  })

  it('lists supply unless the address asks for purchase', () => {
    expect([kindOf(undefined), kindOf('purchase'), kindOf('other')]).toEqual(['supply', 'purchase', 'supply'])
  })
})
