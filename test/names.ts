import { blankComments } from './source.ts'

export interface Declared {
  line: number
  name: string
}

const lineOf = (source: string, index: number) => source.slice(0, index).split('\n').length

/** What must follow a name for it to be declared there, and not to be a word of a sentence. */
const declarations =
  /\b(?:function\s*\*?\s+([A-Za-z_]\w*)\s*[(<]|(?:const|let|var)\s+([A-Za-z_]\w*)\s*(?:[:=;,\n]|of\b|in\b)|type\s+([A-Za-z_]\w*)\s*(?:<[^=\n]*>)?\s*=|interface\s+([A-Za-z_]\w*)\s*(?:[{<]|extends\b)|class\s+([A-Za-z_]\w*)\s*(?:[{<]|extends\b|implements\b)|enum\s+([A-Za-z_]\w*)\s*\{)/g
/** `const { field: name }` and `const [name]`: the names that are chosen here, not those of the fields. */
const patterns = /\b(?:const|let|var)\s+([{[][^=;]*?[}\]])\s*(?::[^=;\n]*)?(?:=(?!>)|of\b)/g
const lists = /\bexport\s+(?:type\s+)?\{([^}]*)\}/g

/** Names that a source declares: functions, variables, types, classes, what it exports under another name. */
export function declaredNames(source: string): Declared[] {
  const code = blankComments(source)
  const names: Declared[] = []
  const add = (index: number, name: string | undefined) => {
    if (name) names.push({ line: lineOf(code, index), name })
  }
  for (const match of code.matchAll(declarations)) add(match.index, match.slice(1).find(Boolean))
  for (const match of code.matchAll(patterns)) {
    const pattern = match[1]!
    const chosen = pattern.startsWith('[') ? /[[,]\s*(?:\.\.\.)?([A-Za-z_]\w*)/g : /:\s*([A-Za-z_]\w*)\s*(?=[,}=])/g
    for (const one of pattern.matchAll(chosen)) add(match.index + match[0].indexOf(pattern) + one.index, one[1])
  }
  for (const match of code.matchAll(lists))
    for (const one of match[1]!.matchAll(/\bas\s+(\w+)/g)) add(match.index, one[1])
  return names
}

/** Comments of a source, each line with its number. */
export function commentLines(source: string): { line: number; text: string }[] {
  const code = blankComments(source).split('\n')
  return source.split('\n').flatMap((text, n) => {
    // What was made blank is the comment.
    const blank = [...text].map((sign, at) => (code[n]![at] === sign ? ' ' : sign)).join('')
    return blank.trim() === '' ? [] : [{ line: n + 1, text: blank.trim() }]
  })
}
