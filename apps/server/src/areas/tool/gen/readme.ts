import type { GenContent } from '@timbermark/contract'
import type { Insertion } from './insertions.ts'
import { mdText } from './literals.ts'

const fenced = (text: string) =>
  text
    .replace(/^\n+|\n+$/g, '')
    .split('\n')
    .map(line => `    ${line}`)
    .join('\n')

/** Readme of the package: its files, where each goes, and what is left to do by hand. */
export function readmeText(
  { settings, columns }: GenContent,
  facts: {
    table: string
    source: string
    folder: string
    migration: string
    paths: readonly string[]
    insertions: readonly Insertion[]
    aside: boolean
  },
): string {
  const left = columns.filter(one => one.state === 'unsupported' || (one.state === 'field' && !one.used))
  return `# ${settings.area}/${settings.entity}

Generated from the table ${mdText(facts.source)} by the steps of \`docs/add-an-entity.md\`. Unpack it in the repository's folder, then:

1. \`node ${facts.folder}/insert.mjs\` puts the lines below into the files that all entities share: all of them, or none.
2. \`npx biome check --write packages apps/server\` sets them as the repository writes.
3. \`node packages/phrases/test/french.ts\` sets the French words by the rules of their typography.
4. \`npm test -- schema-dump -u\` takes the new table into the dump, \`npm test -- access.test conformance/refusals -u\` the new calls into the list of who may make them.
5. Delete the folder \`${facts.folder.split('/')[0]}\`, then \`npm test\`.

The migration is called \`${facts.migration}\`: where that number is given to another by now, take the next one.

## Files

${facts.paths.map(path => `- \`${path}\``).join('\n')}

## Lines in files that are there

${facts.insertions.map(({ file, anchors, at, text }) => `\`${file}\`, ${at} \`${anchors.at(-1)!.trim()}\`:\n\n${fenced(text)}`).join('\n\n')}

## What is not generated

${
  left.length === 0
    ? 'Every column has its field.'
    : left
        .map(
          one =>
            `- ${mdText(one.column)} (${mdText(one.type)}): ${one.state === 'unsupported' ? 'no kind of value fits its type' : 'left out'}`,
        )
        .join('\n')
}

No rows are carried over.${
    facts.aside
      ? `
The table ${mdText(facts.source)} is moved, with its rows, to the schema \`generated_from\` by the migration: the role that owns the
database has to own it.`
      : ''
  }
`
}
