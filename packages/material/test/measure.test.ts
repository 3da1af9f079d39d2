import { expect, test } from 'vitest'
import { decimal, decimalText, roundQuotient } from '../src/decimal.ts'
import { isSameVolume, millimetresToMetres, sawnVolume, totalVolume, volumeOfPieces } from '../src/index.ts'

test('sawn timber by pieces: length in metres, width and thickness in millimetres', () => {
  const boards = { length: '4', width: '100', thickness: '25', pieces: '50' }
  expect(sawnVolume(boards)).toEqual({ volume: '0.5' })
  // Rounded once: 0.0123 m³ each would be 0.012, and 1.2 for a hundred.
  expect(sawnVolume({ length: '2.05', width: '120', thickness: '50', pieces: '100' })).toEqual({ volume: '1.23' })
  expect(sawnVolume({ ...boards, pieces: '50.5' })).toEqual({ fault: { reason: 'invalid', input: 'pieces' } })
  expect(sawnVolume({ ...boards, pieces: '0' })).toEqual({ fault: { reason: 'invalid', input: 'pieces' } })
  expect(sawnVolume({ ...boards, width: undefined })).toEqual({ fault: { reason: 'missing', input: 'width' } })
})

test('millimetres are metres without a rounding, and what is no number stays for the rule', () => {
  expect(millimetresToMetres('2050.5')).toBe('2.0505')
  expect(millimetresToMetres('1e3')).toBe('1e3')
  expect(millimetresToMetres(undefined)).toBeUndefined()
})

test('half and more rounds up', () => {
  const rounded = (text: string, divisor: bigint, digits: number) =>
    decimalText(roundQuotient(decimal(text), divisor, digits))
  expect(rounded('0.0005', 1n, 3)).toBe('0.001')
  expect(rounded('0.000499999', 1n, 3)).toBe('0')
  expect(rounded('10', 4n, 0)).toBe('3')
  expect(rounded('1', 3n, 6)).toBe('0.333333')
})

test('ten times a tenth is one, and what is no number is skipped', () => {
  expect(totalVolume(Array.from({ length: 10 }, () => '0.1'))).toBe('1')
  expect(totalVolume(['2.8204', undefined, '', 'x', '0.0008'])).toBe('2.8212')
  expect(totalVolume([])).toBe('0')
})

test('2.50 and 2.5 are the same volume, 2.501 is another', () => {
  expect(isSameVolume('2.50', 2.5)).toBe(true)
  expect(isSameVolume('2.501', '2.5')).toBe(false)
  expect(isSameVolume('', '')).toBe(false)
  expect(volumeOfPieces('0.013', 1000)).toBe('13')
})
