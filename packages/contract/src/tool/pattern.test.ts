import { expect, it } from 'vitest'
import { isFormPattern } from './pattern.ts'

it.each([
  ...['(a+)+', '((a*))*b', '(?:(a+))+', '(a|a)*b', '(?:a?){30}a{30}', '(a{1,9})+', '(x(a|b)?)*', '(?=(a+)+)b'],
  ...['(a{1,100}){10}', '([a-z]+\\))*', '(\\p{L}+ )*', '(?<n>a+)+', '(a|b+){2,}', '(', '[', 'a**'],
  ...['a*a*a*a*a*b', '.*,.*,.*,.*;', '\\w+\\d+[a-z0-9]*x', 'a{0,200}'.repeat(5), 'a?'.repeat(30)],
])('refuses %s', pattern => {
  expect(isFormPattern(pattern)).toBe(false)
})

it.each([
  ...[
    '',
    '\\d{4}-\\d{2}',
    '[A-Z]{2,3}-\\d+',
    '([A-Z]{2,3}-)?\\d+',
    '(\\d{1,3}\\.){3}\\d{1,3}',
    '(\\d{3} )*',
    '(ab|cd)',
  ],
  ...['[(+*]+', '\\(a+\\)+', '(?:ab)+', '\\p{Lu}[\\p{L} ]*', '(a+)?', '(?:yes|no)', '(a|b){2}'],
  ...['\\d+-\\d+-\\d+-\\d+', '[A-Z]+(-\\d+)?', '.*,.*;', '[^@ ]+@[^@ .]+\\.[a-z]+', '^\\d+$'],
])('takes %s', pattern => {
  expect(isFormPattern(pattern)).toBe(true)
})

it('what is taken is matched at once, however long the text', () => {
  const hostile = ['a'.repeat(2000), '1'.repeat(2000), ',;'.repeat(1000), 'a-'.repeat(1000)]
  for (const pattern of ['.*,.*;', '[A-Z]+(-\\d+)?', '\\d+-\\d+-\\d+-\\d+', '[a-z]*[a-z]*!']) {
    expect(isFormPattern(pattern)).toBe(true)
    const before = process.cpuUsage().user
    for (const text of hostile) new RegExp(`^(?:${pattern})$`, 'u').test(text)
    // Microseconds of the processor; three repetitions that share characters would take a thousand times as long.
    expect(process.cpuUsage().user - before).toBeLessThan(2_000_000)
  }
})
