import { expect, it } from 'vitest'
import { isFormPattern } from './pattern.ts'

it.each([
  ...['(a+)+', '((a*))*b', '(?:(a+))+', '(a|a)*b', '(?:a?){30}a{30}', '(a{1,9})+', '(x(a|b)?)*', '(?=(a+)+)b'],
  ...['(a{1,100}){10}', '([a-z]+\\))*', '(\\p{L}+ )*', '(?<n>a+)+', '(a|b+){2,}', '(', '[', 'a**'],
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
])('takes %s', pattern => {
  expect(isFormPattern(pattern)).toBe(true)
})
