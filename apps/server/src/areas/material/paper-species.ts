import { languages } from '@timbermark/contract'
import { codeOfLatin } from '@timbermark/contract/cites'
import { pilotNames } from '@timbermark/contract/pilot-names'
import { partsOfLabel } from '@timbermark/contract/reading'
import { treeSpecies } from '@timbermark/contract/species'
import { phrase } from '@timbermark/phrases/all'
import { choiceNames } from '../../entity/choice-names.ts'

const names = choiceNames(
  languages.map(
    language => new Map(treeSpecies.map(({ value }) => [value, phrase(language, `dict.tree_species.${value}`)])),
  ),
  'tree_species',
)
for (const [code, name] of Object.entries(pilotNames)) if (names.find(name).length === 0) names.add(code, name)

/** What stands between the species of a paper; the last signs are those of Chinese lists. */
const separator = /[,;/+&\n\u3001\uff0c\uff1b]| and | et |\u548c|\u53ca/i

/** A word of an author's name, such as `Pierre`, `(Welw.)` or `C.C.Berg`. */
const authorWord = /^\(?(?:\p{Lu}\.)*(?:\p{Lu}\p{Ll}+\.?)?(?:-\p{Lu}\p{Ll}+\.?)?\)?$/u

/** The one species of which a text is a name, or the Latin name with its author. */
function readName(text: string): string | undefined {
  const codes = names.find(text)
  if (codes.length === 1) return codes[0]
  const [genus = '', epithet = '', ...author] = text.split(/\s+/)
  return author.every(word => authorWord.test(word)) ? codeOfLatin(genus, epithet) : undefined
}

/** The one species of a part of the text; what stands in brackets must be another name of it. */
function readOne(text: string): string | undefined {
  const [whole = '', before, within] = partsOfLabel(text)
  const code = readName(whole)
  if (code !== undefined || before === undefined || within === undefined) return code
  const named = readName(before)
  return named === readName(within) ? named : undefined
}

/**
 * Reads which delivered species a paper names.
 * @param text as the paper puts it, such as "Okoumé, Sapelli (Entandrophragma cylindricum)"
 * @returns their codes; null when it names none, or when any part is not the name of one delivered species
 */
export function readPaperSpecies(text: string | null): string[] | null {
  const parts = (text ?? '').split(separator).flatMap(part => part.trim() || [])
  const codes = parts.flatMap(part => readOne(part) ?? [])
  return codes.length > 0 && codes.length === parts.length ? [...new Set(codes)] : null
}
