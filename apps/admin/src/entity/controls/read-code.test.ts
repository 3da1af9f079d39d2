import { describe, expect, it } from 'vitest'
import { layoutOf, readCode, splitCodes } from './read-code.ts'

const code = '00C1S49KX2PGW1NTP6SD'

describe('a code as the back office reads it', () => {
  it.each([
    `https://trace.example/c/${code}\u3002`,
    ` ]Q1HTTPS://TRACE.EXAMPLE/C/${code}\r\n`,
    '00C1S-49KX2-PGW1N-TP6SD.',
    `https://nam01.safelinks.protection.outlook.com/?url=https%3A%2F%2Ftrace.example%2Fc%2F${code}&data=05`,
  ])('is taken out of %s', text => {
    expect(readCode(text)).toBe(code)
  })

  it('keeps the spelling of codes that others printed', () => {
    expect(readCode(' Crate-7 ')).toBe('Crate-7')
    expect(readCode('https://trace.example/c/Crate-7?x=1')).toBe('Crate-7')
  })

  it('leaves to the server which of several codes is meant', () => {
    const text = `${code} 00C1S49KX2PGW1NTP6SE`
    expect(readCode(text)).toBe(text)
  })

  it('names the layout of a French keyboard', () => {
    expect(layoutOf(`ààC&S'çKX\u00e9PGZ&NTP-SD`)).toBe('azerty')
    expect(layoutOf(code)).toBeUndefined()
  })
})

describe('a pasted list', () => {
  it('is split at lines, commas, semicolons and blanks, and keeps groups together', () => {
    expect(splitCodes('A1\nB2, C3\uff1bD4\r\n\r\n')).toEqual(['A1', 'B2', 'C3', 'D4'])
    expect(splitCodes(undefined)).toEqual([])
    expect(splitCodes(`00C1S 49KX2 PGW1N TP6SD\n${code.toLowerCase()}\u3001LOT-8 LOT-9`)).toEqual([
      code,
      code,
      'LOT-8',
      'LOT-9',
    ])
  })
})
