import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test('a text keeps its lines, without blanks at their ends and without piles of empty ones', () => {
  expect(plainText('<p>Okoumé &amp; co \t</p><p>\u00a0</p><p></p><p></p>second&nbsp;line<br/>third</p>')).toBe(
    'Okoumé & co\n\nsecond line\nthird',
  )
  expect(plainText(null)).toBe('')
})

test.each([' ', '\t', '\u00a0', '\n', '<', '<br ', '</', '&', '<a '])(
  'runs of %j cost no more than their length',
  part => {
    const text = `x${part.repeat(40_000 / part.length)}x`
    const start = performance.now()
    plainText(text)
    // With a quadratic pattern it takes seconds.
    expect(performance.now() - start).toBeLessThan(500)
  },
)
