import type { Language } from '@timbermark/contract'
import { wordIn } from '@timbermark/contract/texts'
import { canonicalize, type Json } from '@timbermark/ledger'
import type { FactKind, FactHistory, ItemFacts } from './item-facts.ts'
import { sealedFile, localizedText } from './kinds.ts'
import type { FactChange } from './proven.ts'

/**
 * Fields that are not listed as changes: references to other entries, which mean nothing to a reader, recalls and transfers, which the page
 * shows separately. `product` is listed: a batch that now names another product is a change.
 */
const omittedFields: readonly string[] = [
  'kind',
  'at',
  'reason',
  'enterprise',
  'batch',
  'records',
  'blocks',
  'recalls',
  'transfers',
]

const factKinds: readonly FactKind[] = ['enterprise', 'product', 'batch', 'request']

/** Facts that were sealed again with other values, the newest first. */
export function listChanges(item: ItemFacts, language: Language): FactChange[] {
  return factKinds
    .flatMap(kind => listChangesOf(kind, item[kind], language))
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

function listChangesOf(
  of: FactKind,
  { versions }: FactHistory<{ at: string; reason?: string | null }>,
  language: Language,
): FactChange[] {
  return versions.slice(1).flatMap(({ entry, facts: current }, index) => {
    const [before, after] = [versions[index]!.entry.fields, entry.fields]
    const names = [...new Set([...before.keys(), ...after.keys()])].filter(name => !omittedFields.includes(name)).sort()
    const facts = names
      .map(name => ({
        name,
        before: changeText(before.get(name), language),
        after: changeText(after.get(name), language),
      }))
      // Two different values may have the same text: then the change shows by its field name alone.
      .filter(({ name }) => canonicalize(before.get(name) ?? null) !== canonicalize(after.get(name) ?? null))
    return facts.length > 0 ? [{ of, at: current.at, reason: current.reason ?? null, facts }] : []
  })
}

function changeText(value: Json | undefined, language: Language): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'object') return String(value)
  if (sealedFile(value)) return `${value.name} (${value.sha256.slice(0, 8)})`
  return localizedText(value) ? wordIn(value, language).text : canonicalize(value)
}
