import { expect, test } from 'vitest'
import { base32, codeOf, factorUri, stepAt, matchingStep } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test('the codes are those of RFC 6238, appendix B, in their last six digits', () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const)
    expect(codeOf(secret, stepAt(seconds * 1000)), String(seconds)).toBe(code)
})

test('base32 is that of RFC 4648, section 10, without padding', () => {
  for (const [text, coded] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const)
    expect(base32(Buffer.from(text)), text).toBe(coded)
})

test('a code is taken one step early or late, once, and in no other form', () => {
  const now = 1_234_567_890_000
  const step = stepAt(now)
  for (const away of [-1, 0, 1]) expect(matchingStep(secret, codeOf(secret, step + away), now, 0)).toBe(step + away)
  for (const away of [-3, -2, 2, 3]) expect(matchingStep(secret, codeOf(secret, step + away), now, 0)).toBeUndefined()
  expect(matchingStep(secret, codeOf(secret, step), now, step)).toBeUndefined()
  for (const odd of ['', '00592', '0059240', ' 005924', '005924\n', '٠٠٥٩٢٤'])
    expect(matchingStep(secret, odd, now, 0), odd).toBeUndefined()
})

test('the address names issuer and account, whatever letters they have', () => {
  expect(factorUri(secret, 'a b', 'Bois & Cie')).toBe(
    'otpauth://totp/Bois%20%26%20Cie:a%20b?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Bois%20%26%20Cie',
  )
})
