import { expect, test } from 'vitest'
import { piecesOf } from './highlight.ts'

// biome-ignore lint/suspicious/noTemplateCurlyInString: what a template would replace is the point
const hostile = "const a = '*/ ` ${x}' // ' \"\n/* ' */ `${'a'}` 12.5 \\"

test.each(['ts', 'js', 'sql', 'md', 'json'] as const)('nothing of a text is lost or changed (%s)', language => {
  for (const text of [hostile, '', "'unclosed", '名称 \u{1F332}\n    indented', "select 'it''s' -- note"])
    expect(
      piecesOf(text, language)
        .map(piece => piece.text)
        .join(''),
    ).toBe(text)
})

test('literals, notes and words are told apart', () => {
  expect(piecesOf("const x = 'const' // const", 'ts').filter(piece => piece.kind !== 'plain')).toEqual([
    { kind: 'word', text: 'const' },
    { kind: 'text', text: "'const'" },
    { kind: 'note', text: '// const' },
  ])
  expect(piecesOf("select 'it''s' -- note", 'sql').map(piece => piece.kind)).toEqual([
    'word',
    'plain',
    'text',
    'plain',
    'note',
  ])
})
