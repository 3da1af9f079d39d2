import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

// biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder is test input
const hostile = "const a = '*/ ` ${x}' // ' \"\n/* ' */ `${'a'}` 12.5 \\"

test.each(['ts', 'js', 'sql', 'md', 'json'] as const)('the pieces joined are the text (%s)', language => {
  for (const text of [hostile, '', "'unclosed", '名称 \u{1F332}\n    indented', "select 'it''s' -- note"])
    expect(
      highlight(text, language)
        .map(piece => piece.text)
        .join(''),
    ).toBe(text)
})

test('literals, comments and keywords are distinguished', () => {
  expect(highlight("const x = 'const' // const", 'ts').filter(piece => piece.kind !== 'plain')).toEqual([
    { kind: 'word', text: 'const' },
    { kind: 'text', text: "'const'" },
    { kind: 'note', text: '// const' },
  ])
  expect(highlight("select 'it''s' -- note", 'sql').map(piece => piece.kind)).toEqual([
    'word',
    'plain',
    'text',
    'plain',
    'note',
  ])
})
