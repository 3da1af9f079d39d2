import { passwordLength } from '@timbermark/contract'
import { describe, expect, it } from 'vitest'
import { proposePassword } from './propose-password.ts'

describe('proposed passwords', () => {
  it('fit both policies, and have no ambiguous characters', () => {
    for (let i = 0; i < 50; i++) {
      const password = proposePassword()
      expect(password).toMatch(/^[a-zA-Z0-9]{4}-[a-zA-Z0-9]{4}-[a-zA-Z0-9]{4}$/)
      expect(password).not.toMatch(/[0O1Il]/)
      for (const { min, max } of [passwordLength.given, passwordLength.strong]) {
        expect(password.length).toBeGreaterThanOrEqual(min)
        expect(password.length).toBeLessThanOrEqual(max)
      }
    }
  })

  it('are all different', () => {
    expect(new Set(Array.from({ length: 200 }, proposePassword)).size).toBe(200)
  })
})
