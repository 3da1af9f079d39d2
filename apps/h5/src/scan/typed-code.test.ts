import { describe, expect, it } from 'vitest'
import { findTypedFault } from './typed-code.ts'

describe('a code while it is typed', () => {
  it.each([['0000AX7QK2M5N8P9R3T6'], ['oooo-ax7qk 2m5n8-p9r3t6'], [''], ['http://P.URL.CN/abcdEFGH1234567']])(
    'has no fault: %j',
    text => {
      expect(findTypedFault(text)).toBeUndefined()
    },
  )

  it('counts the missing characters, without hyphens and spaces', () => {
    expect(findTypedFault('0000A-X7QK2')).toEqual({
      phrase: 'h5.typed.short',
      params: { n: 10, all: 20 },
      unfinished: true,
    })
  })

  it('explains a scanner that types through another keyboard layout, and reads its code', () => {
    expect(findTypedFault(`ààààQXèAKé?(N_PçR"T-`)).toEqual({
      phrase: 'h5.typed.layout',
      params: { layout: 'AZERTY' },
      unfinished: true,
      isNotice: true,
    })
  })

  it.each([
    ['0000AX7QK2M5N8P9R3T67', 'h5.typed.long'],
    ['0000AX7QK2M5N8P9R3T*', 'h5.typed.character'],
    ['00000X7QK2M5N8P9R3T6', 'h5.typed.request'],
    ['https://menu.example/table/4', 'h5.codes.notACode'],
  ])('has a fault that more typing cannot correct: %j', (text, phrase) => {
    expect(findTypedFault(text)).toMatchObject({ phrase, unfinished: false })
  })
})
