import { describe, expect, it } from 'vitest'
import { arrivedCodes, checkReceipt, newReceipt, type OfferRow, receiptBody, type ReceiptContent } from './receipt.ts'
import type { ScannedCode } from './report.ts'

const offer: OfferRow = {
  id: 3,
  goods: 'Okoume · B-7',
  giver: 'Exporter',
  codes: 10,
  volume: '12.500',
  weight: '8000',
  deliveryNote: null,
  expiresOn: null,
  standing: 'open',
}
const content = (part: Partial<ReceiptContent> = {}): ReceiptContent => ({
  ...newReceipt({ id: 'g', owner: '7', now: 0, offer }).content,
  ...part,
})
const good = (code: string, count?: number): ScannedCode => ({ code, at: 1, check: { state: 'good', count } })
const unchecked = (code: string, last?: string): ScannedCode => ({ code, last, at: 1, check: { state: 'unchecked' } })
const refused = (code: string): ScannedCode => ({
  code,
  at: 1,
  check: { state: 'refused', error: 'custody.notOffered', message: 'No' },
})
const places = (part: Partial<ReceiptContent>) => checkReceipt(content(part)).map(({ at }) => at)

describe('a receipt', () => {
  it('asks for nothing when everything arrived as offered', () => {
    expect(places({})).toEqual([])
    expect(places({ receivedVolume: '12.5', receivedWeight: '8000' })).toEqual([])
  })

  it('asks for the reason of every difference that the phone can see', () => {
    expect(places({ receivedVolume: '12' })).toEqual(['difference'])
    expect(places({ receivedWeight: '7999.5' })).toEqual(['difference'])
    expect(places({ arrival: 'except', codes: [good('A')] })).toEqual(['difference'])
    expect(places({ arrival: 'scanned', codes: [good('A', 9)] })).toEqual(['difference'])
    expect(places({ arrival: 'scanned', codes: [good('A', 9)], difference: 'One fell off' })).toEqual([])
    expect(places({ arrival: 'scanned', codes: [good('A', 10)] })).toEqual([])
  })

  it('leaves the count of packages that nobody could ask about to the server', () => {
    expect(arrivedCodes(content({ arrival: 'scanned', codes: [good('A', 9), unchecked('B')] }))).toBeUndefined()
    expect(places({ arrival: 'scanned', codes: [unchecked('A')] })).toEqual([])
    expect(arrivedCodes(content({ arrival: 'except', codes: [good('A', 3)] }))).toBe(7)
  })

  it('is not sent without codes, with codes of something else, or with a number that is none', () => {
    expect(places({ arrival: 'scanned' })).toEqual(['codes'])
    expect(places({ arrival: 'scanned', codes: [good('A', 10), refused('B')] })).toEqual(['codes'])
    expect(places({ receivedVolume: { unread: 'about 12' } })).toEqual(['receivedVolume'])
  })

  it('that declines needs a reason and nothing else', () => {
    expect(places({ verb: 'decline', arrival: 'scanned', reason: ' ' })).toEqual(['reason'])
    expect(places({ verb: 'decline', reason: 'Wet' })).toEqual([])
    expect(receiptBody({ content: content({ verb: 'decline', reason: ' Wet ' }) })).toEqual({
      verb: 'decline',
      body: { reason: 'Wet' },
    })
  })

  it('names what arrived, or what did not', () => {
    const codes = [good('A'), unchecked('B', 'C')]
    const named = { codes: ['A'], ranges: [{ first: 'B', last: 'C' }] }
    const bodyOf = (part: Partial<ReceiptContent>) => receiptBody({ content: content(part) }).body
    const rest = { productId: null, receivedVolume: null, receivedWeight: null, difference: null }
    expect(bodyOf({ codes })).toEqual(rest)
    expect(bodyOf({ codes, arrival: 'scanned' })).toEqual({ ...rest, arrived: named })
    expect(bodyOf({ codes, arrival: 'except', difference: ' Torn ' })).toEqual({
      ...rest,
      without: named,
      difference: 'Torn',
    })
  })
})
