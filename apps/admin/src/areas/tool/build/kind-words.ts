import { useQueries } from '@tanstack/react-query'
import type { Translate } from '@timbermark/client'
import { type FormKind, type InEach, languages } from '@timbermark/contract'
import { phrasesQuery } from '../../../entity/values/phrases-query.ts'
import { useT } from '../../../shell/index.ts'

const keysOf = (kind: FormKind) => [`tool.build.kind.${kind}`, `tool.gen.kind.${kind}`]

/** What a kind of field is called. */
export function kindWord(t: Translate, kind: FormKind): string {
  return t.from(keysOf(kind).find(key => t.has(key)) ?? kind)
}

/** What a new field is called until somebody calls it otherwise: in all three languages, whoever makes it. */
export function useKindWords(): (kind: FormKind) => InEach {
  const t = useT()
  const loaded = useQueries({
    queries: languages.map(phrasesQuery),
  })
  return kind => {
    const [zh, en, fr] = (['zh', 'en', 'fr'] as const).map(language => {
      const words = loaded[languages.indexOf(language)]?.data as Record<string, string> | undefined
      const key = keysOf(kind).find(one => words?.[one] !== undefined)
      return (key && words?.[key]) ?? kindWord(t, kind)
    })
    return { zh: zh!, en: en!, fr: fr! }
  }
}
