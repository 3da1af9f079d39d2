import type { Language } from '@timbermark/contract'
import { wordIn } from '@timbermark/contract/texts'
import { canonicalize, type Json } from '@timbermark/ledger'
import type { FactKind, Facts, Goods } from './goods.ts'
import { sealedFile, words } from './kinds.ts'
import type { Change } from './proven.ts'

/**
 * What leads to other entries and tells a reader nothing, and recalls, which are told by themselves. Goods that are told of as
 * another product are another matter.
 */
const unsaid: readonly string[] = ['kind', 'at', 'reason', 'enterprise', 'batch', 'records', 'blocks', 'recalls']

const kinds: readonly FactKind[] = ['enterprise', 'product', 'batch', 'request']

/** Facts that were sealed anew, the newest first. */
export function changesOf(goods: Goods, language: Language): Change[] {
  return kinds
    .flatMap(kind => changesIn(kind, goods[kind], language))
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

function changesIn(of: FactKind, { all }: Facts<{ at: string; reason?: string | null }>, language: Language): Change[] {
  return all.slice(1).flatMap(({ statement, says }, before) => {
    const [was, is] = [all[before]!.statement.fields, statement.fields]
    const names = [...new Set([...was.keys(), ...is.keys()])].filter(name => !unsaid.includes(name)).sort()
    const facts = names
      .map(name => ({ name, before: textOf(was.get(name), language), after: textOf(is.get(name), language) }))
      // Two texts may look alike where the values are not: that is told by the name alone.
      .filter(({ name }) => canonicalize(was.get(name) ?? null) !== canonicalize(is.get(name) ?? null))
    return facts.length > 0 ? [{ of, at: says.at, reason: says.reason ?? null, facts }] : []
  })
}

function textOf(value: Json | undefined, language: Language): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'object') return String(value)
  if (sealedFile(value)) return `${value.name} (${value.sha256.slice(0, 8)})`
  return words(value) ? wordIn(value, language).text : canonicalize(value)
}
