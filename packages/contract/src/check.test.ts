import { describe, expect, it } from 'vitest'
import { checkField } from './check.ts'
import { decimal, integer } from './field.ts'
import { canonicalValue } from './kinds/kinds.ts'
import { numericPattern } from './kinds/number.ts'

describe('the numeric helper', () => {
  it.each(['5', '-5', '0', '0.5', '-0.5', '-1.25', '10', '100.05', '1.0', '20000000'])(
    '%s is a number (VAL-54, VAL-55)',
    text => {
      expect(numericPattern.test(text)).toBe(true)
      expect(checkField('size', decimal({}), text)).toBeUndefined()
    },
  )

  it.each(['a', '1.', '.5', '+5', '--5', '-', '1.2.3', '1,5', '1e3', '５', 'Infinity', '0x10'])(
    '“%s” is none (VAL-54)',
    text => {
      expect(numericPattern.test(text)).toBe(false)
      expect(checkField('size', decimal({}), text)).toEqual({ field: 'size', error: 'notNumber' })
    },
  )

  it.each([' 5', '5 '])('“%s” is none, but a field is judged by what it keeps', text => {
    expect(numericPattern.test(text)).toBe(false)
    expect(checkField('size', decimal({}), text)).toBeUndefined()
    expect(canonicalValue(decimal({}), text)).toBe('5')
  })

  it.each(['05', '-01.2', '007', '00', '00.5', '-00'])('“%s” begins with a zero too many (VAL-55)', text => {
    expect(numericPattern.test(text)).toBe(false)
    expect(checkField('clicks', integer({}), text)).toEqual({ field: 'clicks', error: 'notNumber' })
  })
})
