import {
  type EntityInput,
  entities,
  type GenContent,
  type TextInEachLanguage,
  keyOf,
  type Language,
  languages,
} from '@timbermark/contract'
import { constantOf } from './names.ts'
import { tsText } from './literals.ts'
import { wordLiteral, wordsConstant, wordsFile } from './words.ts'

/** A text to insert into an existing file. */
export interface Insertion {
  file: string
  /** Texts searched one after the other; the last is the place. */
  anchors: readonly string[]
  /** Before or after the place. */
  at: 'before' | 'behind'
  /** The last such place in the file instead of the first. */
  last?: true
  text: string
}

const inPhrases = (language: Language, file: string) => `packages/phrases/src/${language}/${file}.ts`

/** Lines that the guide requires in files shared by all entities. */
export function insertionsOf(content: GenContent): Insertion[] {
  const { settings, columns } = content
  const { area, entity } = settings
  const constant = constantOf(entity)
  const barrel = `packages/contract/src/${area}/index.ts`
  const ends = { anchors: ['\n} as const'], at: 'before', last: true } as const
  const phrase = (key: string, texts: TextInEachLanguage, language: Language) =>
    `\n  ${tsText(key)}: ${wordLiteral(language, texts)},`
  const named = columns.filter(one => one.used && one.inLanguages)
  return [
    {
      file: barrel,
      anchors: ['import '],
      at: 'before',
      text: `import { ${constant} } from './${entity}.ts'\n`,
    },
    {
      file: barrel,
      anchors: ['\nexport * from '],
      at: 'before',
      text: `\nexport * from './${entity}.ts'`,
    },
    {
      file: barrel,
      anchors: [`export const ${area}Entities = [`],
      at: 'behind',
      text: entities.some(one => one.area === area) ? `${constant}, ` : constant,
    },
    {
      file: 'packages/contract/src/menus.ts',
      anchors: [`\n    key: '${area}',`, 'children: ['],
      at: 'behind',
      text: `\n      entityScreen('${area}/${entity}', '${settings.icon}'),`,
    },
    ...languages.flatMap((language): Insertion[] => [
      {
        file: inPhrases(language, 'office'),
        anchors: ['\nimport '],
        at: 'before',
        text: `\nimport { ${wordsConstant(content)} } from './${wordsFile(content)}.ts'`,
      },
      { file: inPhrases(language, 'office'), ...ends, text: `\n  ...${wordsConstant(content)},` },
      { file: inPhrases(language, 'menu'), ...ends, text: phrase(`menu.${area}.${entity}`, settings.many, language) },
      ...(settings.operations.includes('export')
        ? [
            {
              file: inPhrases(language, 'sheet'),
              ...ends,
              text: phrase(`sheet.${area}.${entity}`, settings.many, language),
            },
          ]
        : []),
    ]),
    {
      file: 'apps/server/src/routes.ts',
      anchors: ['import { entityRoutes }'],
      at: 'before',
      text: `import { ${constant} } from '@timbermark/contract'\n`,
    },
    {
      file: 'apps/server/src/routes.ts',
      anchors: ['  ...openapiRoutes(() => routes),'],
      at: 'before',
      text: `  ...entityRoutes(${constant}),\n`,
    },
    ...named.map(
      (one): Insertion => ({
        file: 'apps/server/test/conformance/names.test.ts',
        anchors: ['expect(nameFields.map(', nameBefore(`${area}/${entity}.${one.key}`)],
        at: 'behind',
        text: `\n    '${area}/${entity}.${one.key}',`,
      }),
    ),
  ]
}

/** The line of the sorted list after which this name is inserted. */
function nameBefore(name: string): string {
  const names = (entities as readonly EntityInput[]).flatMap(one =>
    Object.entries(one.fields).flatMap(([key, field]) =>
      field.kind === 'text' && field.inLanguages && !field.readonly ? [`${keyOf(one)}.${key}`] : [],
    ),
  )
  const before = names
    .filter(one => one < name)
    .sort()
    .at(-1)
  return before ? `'${before}',` : '.toEqual(['
}

/**
 * Script of the package that inserts the lines in fifteen places. It writes all of them or none, and is idempotent. Texts
 * that people entered are in a separate JSON file.
 */
export const insertScript = `import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Run in the repository's folder: node <this file>
const insertions = JSON.parse(readFileSync(join(dirname(process.argv[1]), 'insertions.json'), 'utf8'))
const files = new Map()
const problems = []
for (const { file, anchors, at, last, text } of insertions) {
  if (!files.has(file) && !existsSync(file)) {
    problems.push(\`\${file} is not here\`)
    continue
  }
  const content = files.get(file) ?? readFileSync(file, 'utf8')
  files.set(file, content)
  if (content.includes(text)) continue
  let place = 0
  for (const [index, anchor] of anchors.entries()) {
    const foundAt = last ? content.lastIndexOf(anchor) : content.indexOf(anchor, place)
    if (foundAt < 0) {
      problems.push(\`\${file}: nothing reads \${JSON.stringify(anchor)}\`)
      place = -1
      break
    }
    place = foundAt + (index < anchors.length - 1 || at === 'behind' ? anchor.length : 0)
  }
  if (place >= 0) files.set(file, content.slice(0, place) + text + content.slice(place))
}
if (problems.length > 0) {
  console.error(problems.join('\\n'))
  console.error('Nothing was written: put the lines in by hand, as README.md lists them.')
  process.exit(1)
}
for (const [file, content] of files) writeFileSync(file, content)
console.log(\`\${files.size} files changed\`)
`
