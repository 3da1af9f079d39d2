import { type Language, languages } from '@timbermark/contract'
import { Names, partsOfLabel, speciesNames } from '@timbermark/contract/reading'

/**
 * Languages in the order in which words are collected: later ones override, so a word that two languages share means
 * the user's.
 */
export const readersLast = (reader: Language): readonly Language[] => [
  ...languages.filter(one => one !== reader),
  reader,
]

/**
 * The values of a list of choices by everything that people write for them: the value itself, its labels, and what a label
 * says before and in brackets.
 * @param labels by value, one map for each language, the user's last
 * @param dict its dictionary; the delivered species have further names
 */
export function choiceNames(labels: readonly ReadonlyMap<string, string>[], dict?: string): Names<string> {
  const names = new Names<string>()
  const values = new Set(labels.flatMap(words => [...words.keys()]))
  for (const value of values) names.add(value, value)
  for (const words of labels) for (const [value, label] of words) names.add(value, label, true)
  for (const words of labels)
    for (const [value, label] of words)
      for (const part of partsOfLabel(label).slice(1)) if (names.find(part).length === 0) names.add(value, part)
  if (dict === 'tree_species')
    for (const [value, name] of speciesNames())
      if (values.has(value) && names.find(name).length === 0) names.add(value, name)
  return names
}
