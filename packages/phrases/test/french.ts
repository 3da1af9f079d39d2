/**
 * Sets French as printers do: one apostrophe, and a narrow no-break space before ; : ! ? % and inside « ». Typed texts hold
 * what the keyboard gives: `node packages/phrases/test/french.ts` sets them in place.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fr } from '../src/fr/index.ts'

const narrow = '\u202f'

export function setFrench(text: string): string {
  return text
    .replaceAll("'", '’')
    .replace(/[ \u00a0]+(?=[;:!?»%])/g, narrow)
    .replace(/«[ \u00a0]+/g, `«${narrow}`)
}

/** How a text stands in the source: between single quotes, unless it holds one. */
const quoted = (text: string) => (text.includes("'") ? [`"${text}"`] : [`'${text}'`])

if (import.meta.main) {
  const folder = join(import.meta.dirname, '../src/fr')
  const changed = Object.values<string>(fr).filter(text => setFrench(text) !== text)
  for (const name of readdirSync(folder)) {
    const before = readFileSync(join(folder, name), 'utf8')
    let after = before
    for (const text of changed)
      for (const typed of quoted(text)) after = after.replaceAll(typed, () => `'${setFrench(text)}'`)
    if (after !== before) writeFileSync(join(folder, name), after)
  }
}
