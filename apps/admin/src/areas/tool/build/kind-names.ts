import { useQueries } from '@tanstack/react-query'
import type { Translate } from '@timbermark/client'
import { type FormKind, type TextInEachLanguage, languages } from '@timbermark/contract'
import { phrasesQuery } from '../../../entity/values/phrases-query.ts'
import { useT } from '../../../shell/index.ts'

const keysOf = (kind: FormKind) => [`tool.build.kind.${kind}`, `tool.gen.kind.${kind}`]

/** The name of a kind of field. */
export function kindName(t: Translate, kind: FormKind): string {
  return t.from(keysOf(kind).find(key => t.has(key)) ?? kind)
}

/** The initial label of a new field, in all three languages, whichever the designer reads. */
export function useKindNames(): (kind: FormKind) => TextInEachLanguage {
  const t = useT()
  const loaded = useQueries({
    queries: languages.map(phrasesQuery),
  })
  return kind => {
    const [zh, en, fr] = (['zh', 'en', 'fr'] as const).map(language => {
      const words = loaded[languages.indexOf(language)]?.data as Record<string, string> | undefined
      const key = keysOf(kind).find(one => words?.[one] !== undefined)
      return (key && words?.[key]) ?? kindName(t, kind)
    })
    return { zh: zh!, en: en!, fr: fr! }
  }
}
