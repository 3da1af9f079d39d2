import { describe, expect, it } from 'vitest'
import { localInput, momentOfInput } from './local-time.ts'

describe('a moment typed on the phone’s clock', () => {
  it('is converted and back unchanged, to the minute', () => {
    expect(localInput(momentOfInput('2026-03-01T07:05'))).toBe('2026-03-01T07:05')
  })

  it('is empty when it is not a moment', () => {
    expect([localInput(''), localInput('x'), momentOfInput(''), momentOfInput('x')]).toEqual(['', '', '', ''])
  })
})
