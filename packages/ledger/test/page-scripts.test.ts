/** Scripts of the page are entries of the log; a monitor names those that are not. */
import { describe, expect, test } from 'vitest'
import { FormatError, toHex } from '../src/index.ts'
import { checkPageScripts, LogHistory, type PageFiles } from '../src/monitor.ts'
import { sha256 } from '../src/node.ts'
import { encodeScriptStatement, isScriptStatement, parseScriptStatement } from '../src/sealed.ts'
import { entriesOver } from './monitored-log.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const hashOf = (text: string) => toHex(sha256(bytes(text)))
const at = new Date('2026-11-27T05:00:00Z')
const statement = encodeScriptStatement({ path: '/t/assets/a-1.js', sha256: hashOf('a'), at })

describe('the entry of a script', () => {
  test('has one form', () => {
    expect(statement).toBe(
      `{"at":"2026-11-27T05:00:00Z","path":"/t/assets/a-1.js","sha256":"${hashOf('a')}","type":"timbermark/script@1"}`,
    )
    expect(parseScriptStatement(statement)).toEqual({ path: '/t/assets/a-1.js', sha256: hashOf('a'), at })
    expect(isScriptStatement(statement)).toBe(true)
    for (const other of [
      statement.replace('"at"', ' "at"'),
      statement.replace('05:00:00Z', '05:00Z'),
      statement.replace('11-27', '02-30'),
      statement.replace('/t/', 't/'),
      statement.replace(hashOf('a'), hashOf('a').toUpperCase()),
      statement.replace('}', ',"x":1}'),
    ])
      expect(() => parseScriptStatement(other), other).toThrow(FormatError)
    expect(() => encodeScriptStatement({ path: '/t/a b.js', sha256: hashOf('a'), at })).toThrow(FormatError)
  })

  test('is remembered by a monitor, also over a restart, and is no subject of the index', () => {
    const history = new LogHistory()
    const entries = entriesOver(3, 2)
    history.enter([...entries, statement].map(bytes))
    const before = new LogHistory()
    before.enter(entries.map(bytes))
    expect(history.indexRoot()).toEqual(before.indexRoot())
    expect([...LogHistory.decode(history.encode()).scripts]).toEqual([hashOf('a')])
    expect(() => history.enter([bytes(statement.replace('/t/', '//../'))])).not.toThrow()
    expect(() => history.enter([bytes(statement.replace('"path"', '"way"'))])).toThrow('entry 5 is none')
  })
})

const pageOf = (files: Record<string, string>, html: string | null): PageFiles => ({
  address: 'https://trace.example/c',
  page: async () => html,
  script: async address => bytes(files[address.replace('https://trace.example', '')] ?? ''),
})
const page = `<html><head><script type="module" src="/t/assets/client.js" nonce="x"></script>
<link rel=modulepreload href='/t/assets/zh.js'><link rel="icon" href="/t/icon.svg"></head>
<body><script id="boot" type="application/json">{"a":1}</script></body></html>`
const files = {
  '/t/assets/client.js': 'import{keys as k}from"/t/log.js";const later=()=>import(`./checking.js`);export{later,k}',
  '/t/assets/checking.js': "import * as c from './client.js'; c.later()",
  '/t/assets/zh.js': 'export default{}',
  '/t/log.js': 'export const keys = []',
}
const released = new Set(Object.values(files).map(hashOf))
const words = async (of: Record<string, string>, html: string | null, known = released) =>
  (await checkPageScripts(pageOf(of, html), known)).map(({ word, text }) => `${word} ${text}`)

describe('the scripts of a page', () => {
  test('are all found, whatever imports them', async () => {
    expect(await words(files, page)).toEqual([])
    for (const path of Object.keys(files)) {
      const findings = await words({ ...files, [path]: `${files[path as keyof typeof files]} ` }, page)
      expect(findings, path).toEqual([
        expect.stringMatching(`^unreleased-script https://trace.example${path} with the hash`),
      ])
    }
    expect(await words(files, page, new Set())).toHaveLength(4)
  })

  test('may not stand in the page itself, nor come from elsewhere', async () => {
    expect(await words(files, page.replace('</body>', '<SCRIPT nonce=x>steal()</SCRIPT ></body>'))).toEqual([
      'unreleased-script the page has a script of its own, which is no entry of the log: "steal()"',
    ])
    expect(await words(files, page.replace('</body>', '<script src=//evil.example/a.js></script></body>'))).toEqual([
      expect.stringContaining('https://evil.example/a.js'),
    ])
  })

  test('are not looked for where there is no page, such as beside a copy of the log', async () => {
    expect(await words(files, null)).toEqual([])
  })

  test('cannot keep a monitor busy for ever', async () => {
    let n = 0
    const endless: PageFiles = {
      address: 'https://trace.example/c',
      page: async () => page,
      script: async () => bytes(`import"./${n++}.js";import"./${n++}.js"`),
    }
    await expect(checkPageScripts(endless, released)).rejects.toThrow('more than 100 scripts')
  })
})
