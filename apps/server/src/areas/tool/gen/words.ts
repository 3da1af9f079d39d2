import { type GenContent, type TextInEachLanguage, type Language, languages } from '@timbermark/contract'
import { all } from '@timbermark/phrases/all'
import { tsText } from './literals.ts'
import { constantOf } from './names.ts'

/** Removes braces, which would be phrase placeholders. */
const asWritten = (text: string) => text.replaceAll('{', '\uFF5B').replaceAll('}', '\uFF5D').trim()

/** French typography for labels: no plain apostrophes, no plain quotes. */
const typeset = (language: Language, text: string) =>
  language === 'fr' ? asWritten(text).replaceAll("'", '’') : asWritten(text)

const everywhere = (key: 'common.yes' | 'common.no'): TextInEachLanguage => ({
  zh: all.zh[key],
  en: all.en[key],
  fr: all.fr[key],
})

/** Name of the constant that holds an entity's words. */
export const wordsConstant = (content: GenContent): string => `${constantOf(content.settings.entity)}Words`

/** Name of the file that holds them, without its ending. */
export const wordsFile = ({ settings }: GenContent): string => `${settings.area}-${settings.entity}`

/** A text of the generated entity as a literal in one language. */
export const wordLiteral = (language: Language, texts: TextInEachLanguage): string =>
  tsText(typeset(language, texts[language]))

/** Step 3 of the guide: its words in one language. English defines the keys; the others have the same keys or do not compile. */
export function wordsText(content: GenContent, language: Language): string {
  const { settings, columns } = content
  const prefix = `${settings.area}.${settings.entity}`
  const entries: [string, TextInEachLanguage][] = [
    [prefix, settings.one],
    ...columns
      .filter(one => one.used)
      .flatMap((one): [string, TextInEachLanguage][] => {
        const key = `${prefix}.${one.key}`
        return [
          [key, one.labels],
          ...(one.kind === 'choice'
            ? (one.options ?? []).map((option): [string, TextInEachLanguage] => [
                `${key}.${option.value}`,
                option.labels,
              ])
            : []),
          ...(one.kind === 'flag'
            ? ([
                [`${key}.true`, everywhere('common.yes')],
                [`${key}.false`, everywhere('common.no')],
              ] as [string, TextInEachLanguage][])
            : []),
        ]
      }),
  ]
  const name = wordsConstant(content)
  const lines = entries.map(([key, texts]) => `  ${tsText(key)}: ${wordLiteral(language, texts)},`).join('\n')
  return language === 'en'
    ? `export const ${name} = {\n${lines}\n} as const\n`
    : `import type { ${name} as english } from '../en/${wordsFile(content)}.ts'

export const ${name} = {
${lines}
} as const satisfies Record<keyof typeof english, string>
`
}

export { languages }
