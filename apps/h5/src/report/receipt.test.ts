import { describe, expect, it } from 'vitest'
import {
  arrivedCodes,
  checkReceipt,
  newReceipt,
  type OfferRow,
  receiptBody,
  type ReceiptContent,
  receiptFiles,
  withoutReceiptFiles,
} from './receipt.ts'
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
const fileId = (key: string) => `file-${key}`
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
    expect(receiptBody({ content: content({ verb: 'decline', reason: ' Wet ', photos: ['p1'] }) }, fileId)).toEqual({
      verb: 'decline',
      body: { reason: 'Wet' },
    })
  })

  it('names what arrived, or what did not', () => {
    const codes = [good('A'), unchecked('B', 'C')]
    const named = { codes: ['A'], ranges: [{ first: 'B', last: 'C' }] }
    const bodyOf = (part: Partial<ReceiptContent>) => receiptBody({ content: content(part) }, fileId).body
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

describe('pictures of a receipt', () => {
  const signed = { signature: ['s'], signedBy: ' Li Wei ', signedAt: '2026-02-03T04:05:00.000Z' }

  it('are sent by the ids that the server gave them, and change nothing of a receipt without any', () => {
    const bodyOf = (part: Partial<ReceiptContent>) => receiptBody({ content: content(part) }, fileId).body
    expect(bodyOf({ photos: ['a', 'b'], ...signed })).toMatchObject({
      photos: ['file-a', 'file-b'],
      signature: 'file-s',
      signedBy: 'Li Wei',
      signedAt: '2026-02-03T04:05:00.000Z',
    })
    expect(bodyOf({ photos: [], signature: [], signedBy: ' ' })).toEqual(bodyOf({}))
  })

  it('belong to a decision that takes goods over', () => {
    expect(receiptFiles(content({ photos: ['a'], ...signed }))).toEqual(['a', 's'])
    expect(receiptFiles(content({ verb: 'decline', photos: ['a'], ...signed }))).toEqual([])
  })

  it('of a signature need a name, and a name needs a signature', () => {
    expect(places(signed)).toEqual([])
    expect(places({ ...signed, signedBy: ' ' })).toEqual(['signedBy'])
    expect(places({ signedBy: 'Li Wei' })).toEqual(['signature'])
  })

  it('that the server refuses are left out, and with the signature whose it was', () => {
    const all = content({ photos: ['a', 'b'], ...signed })
    expect(withoutReceiptFiles(all, new Set(['b']))).toEqual({ ...all, photos: ['a'] })
    const unsigned = withoutReceiptFiles(all, new Set(['s']))
    expect(receiptFiles(unsigned)).toEqual(['a', 'b'])
    expect(checkReceipt(unsigned)).toEqual([])
  })
})
