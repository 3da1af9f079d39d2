import { toHex } from '../bytes.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'
import { type Finding, FindingError } from './finding.ts'

/** The page whose scripts check proofs. */
export interface PageFiles {
  /** Address of the page. */
  address: string
  /** The page as HTML; null when the server has none. */
  page(): Promise<string | null>
  /** The bytes behind an address. @throws FindingError */
  script(address: string): Promise<Uint8Array>
}

/** More scripts than this are no page of ours. */
const mostScripts = 100

/**
 * Fetches the scripts that a page loads, and those that they import, and names those whose hash is no entry of the log.
 * @param released hexadecimal SHA-256 of each script that the log names
 */
export async function checkPageScripts(
  files: PageFiles,
  released: ReadonlySet<string>,
  hash: Sha256 = sha256,
): Promise<Finding[]> {
  const html = await files.page()
  if (html === null) return []
  const { addresses, inline } = scriptsOfPage(html, files.address)
  const findings: Finding[] = inline.map(text => ({
    word: 'unreleased-script',
    text: `the page has a script of its own, which is no entry of the log: ${JSON.stringify(text.trim().slice(0, 80))}`,
  }))
  const waiting = [...addresses]
  const known = new Set(waiting)
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    if (known.size > mostScripts)
      throw new FindingError('unreadable', `the page ${files.address} loads more than ${mostScripts} scripts`)
    const bytes = await files.script(address)
    const digest = toHex(hash(bytes))
    if (!released.has(digest))
      findings.push({
        word: 'unreleased-script',
        text: `${address} with the hash ${digest} is no entry of the log: it was never released`,
      })
    for (const imported of importsOf(new TextDecoder().decode(bytes), address))
      if (!known.has(imported)) {
        known.add(imported)
        waiting.push(imported)
      }
  }
  return findings
}

/** Addresses of the scripts of a page, and the texts of those that stand in it. Data for scripts is none. */
function scriptsOfPage(html: string, base: string): { addresses: string[]; inline: string[] } {
  const addresses: string[] = []
  const inline: string[] = []
  for (const [, attributes = '', text = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi)) {
    const source = attributeOf(attributes, 'src')
    if (source !== undefined) addresses.push(new URL(source, base).href)
    else if (attributeOf(attributes, 'type') !== 'application/json') inline.push(text)
  }
  for (const [, attributes = ''] of html.matchAll(/<link\b([^>]*)>/gi)) {
    const [rel, href] = [attributeOf(attributes, 'rel'), attributeOf(attributes, 'href')]
    if (rel === 'modulepreload' && href !== undefined) addresses.push(new URL(href, base).href)
  }
  return { addresses, inline }
}

function attributeOf(attributes: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes)
  return match ? (match[1] ?? match[2] ?? match[3])?.replaceAll('&amp;', '&') : undefined
}

/** Addresses that a script imports, as bundlers write them. What a released script loads otherwise, its source says. */
function importsOf(script: string, base: string): string[] {
  return [...script.matchAll(/\b(?:from|import)\s*\(?\s*(["'`])((?:\.{0,2}\/|https?:)[^"'`\s]{1,300})\1/g)].map(
    ([, , address]) => new URL(address!, base).href,
  )
}
