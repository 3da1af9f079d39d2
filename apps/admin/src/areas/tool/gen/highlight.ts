export type CodeLanguage = 'ts' | 'js' | 'sql' | 'md' | 'json'

export interface Piece {
  kind: 'plain' | 'word' | 'text' | 'note' | 'number'
  text: string
}

const keywords = {
  ts: 'as async await const export for from if import of return satisfies type typeof true false null undefined function new let let throw try catch continue else',
  sql: 'add alter always and as begin bigint boolean by cascade check constraint create date default delete do else end exists flag foreign function generated identity if in index integer is jsonb key not now null numeric on or primary references restrict schema select set table text then timestamptz unique update',
}
const keywordSets = { ts: new Set(keywords.ts.split(' ')), sql: new Set(keywords.sql.split(' ')) }

/** Comments, literals, numbers and words, in the order in which they are matched. */
const tokens = {
  ts: /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)|\b(\d[\d_.]*)\b|\b([A-Za-z_]\w*)\b/g,
  sql: /(--[^\n]*)|('(?:[^']|'')*')|\b(\d[\d.]*)\b|\b([A-Za-z_]\w*)\b/g,
  md: /(^ {4}.*$)|(`[^`\n]*`)|^(#+ .*)$/gm,
}

/** Splits a text into pieces of one colour each; joined they are the text again. Anything unrecognized is plain. */
export function highlight(text: string, language: CodeLanguage): Piece[] {
  const kind = language === 'sql' ? 'sql' : language === 'md' ? 'md' : 'ts'
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(tokens[kind])) {
    const [token, note, literal, number, word] = match
    const piece: Piece['kind'] =
      note !== undefined
        ? kind === 'md'
          ? 'text'
          : 'note'
        : literal !== undefined
          ? 'text'
          : number !== undefined
            ? kind === 'md'
              ? 'word'
              : 'number'
            : kind !== 'md' && keywordSets[kind].has(word ?? '')
              ? 'word'
              : 'plain'
    if (piece === 'plain') continue
    if (match.index > end) pieces.push({ kind: 'plain', text: text.slice(end, match.index) })
    pieces.push({ kind: piece, text: token })
    end = match.index + token.length
  }
  if (end < text.length) pieces.push({ kind: 'plain', text: text.slice(end) })
  return pieces
}
