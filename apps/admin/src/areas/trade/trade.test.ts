import { type Client, createTranslator } from '@timbermark/client'
import { describe, expect, it, vi } from 'vitest'
import { all } from '@timbermark/phrases/all'
import { kindOf } from './addresses.ts'
import { runBatch } from './batch.ts'
import { phoneOf, priceOf, quantityOf, sizeOf } from './listing-cells.tsx'
import { checkUnit } from './listing-rules.ts'

const { en } = all

const t = createTranslator(en, 'en')
const row = { id: 1, quantity: 1200, unit: 'cubicMeter', thickness: '30', length: null, width: '200.5' }

describe('trade listings', () => {
  it.each([
    ['approve', undefined, '/trade/listing/audit', { ids: [1, 2], approve: true }],
    ['reject', 'blurred', '/trade/listing/audit', { ids: [1, 2], approve: false, reason: 'blurred' }],
    ['putOn', undefined, '/trade/listing/shelf', { ids: [1, 2], on: true }],
    ['takeOff', undefined, '/trade/listing/shelf', { ids: [1, 2], on: false }],
  ] as const)('%s several at once in one call (ST-20 to ST-24)', async (verb, reason, path, body) => {
    const put = vi.fn(async () => ({ done: 2, failed: 0, results: [] }))
    await runBatch({ put } as unknown as Client, verb, [1, 2], reason)
    expect(put).toHaveBeenCalledExactlyOnceWith(path, body)
  })

  it('asks for the unit as soon as there is a quantity (VAL-32)', () => {
    const validateFields = vi.fn(async () => ({}))
    const form = { validateFields } as unknown as Parameters<typeof checkUnit>[2]
    checkUnit({ quantity: 5 }, { quantity: 5 }, form)
    expect(validateFields).toHaveBeenCalledExactlyOnceWith(['unit'])
    checkUnit({ quantity: 6 }, { quantity: 6, unit: 'ton' }, form)
    checkUnit({ quantity: null }, {}, form)
    checkUnit({ origin: 'Gabon' }, { quantity: 6 }, form)
    expect(validateFields).toHaveBeenCalledTimes(1)
  })

  it('says a quantity with its unit, a size with its gaps and a price to the cent', () => {
    expect(quantityOf(t, row)).toBe(`1,200 ${en['trade.listing.unit.cubicMeter']}`)
    expect(sizeOf(t, row)).toBe('30 × – × 200.5 mm')
    expect(sizeOf(t, { id: 1 })).toBe('–')
    expect(priceOf(t, '3150.5')).toBe('3,150.50')
  })

  it('offers to call only a number that is shown whole', () => {
    const shown = phoneOf(t, { id: 1, contactPhone: '+33 1 00 00', phoneShown: true }) as { props: { href?: string } }
    const hidden = phoneOf(t, { id: 1, contactPhone: '138****78', phoneShown: false }) as { props: { href?: string } }
    expect(shown.props.href).toBe('tel:+3310000')
    expect(hidden.props.href).toBeUndefined()
  })

  it('lists supply unless the address asks for purchase', () => {
    expect([kindOf(undefined), kindOf('purchase'), kindOf('other')]).toEqual(['supply', 'purchase', 'supply'])
  })
})
