/**
 * `npm run verify -- FILE --key KEY`: checks the saved evidence of a code with the same walk as the page. Reads files, asks the
 * node that is named with `--node`, and nothing else. Exit code 0 when the file proves the item, 1 when it does not, 2 for a wrong call.
 */
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import type { Language } from '@timbermark/contract'
import { formatNumber, isLanguage, serverFormat } from '../format.ts'
import { askNode } from '../proof/anchor-at-node.ts'
import { parseNodeAddress } from '../proof/node-address.ts'
import type { WalkResult } from '../proof/proven.ts'
import type { StepState } from '../proof/steps.ts'
import { makeReport, type Report } from './report.ts'
import { verifierTexts } from './verifier-texts.ts'
import { splitKeys, verifyEvidence } from './verify-evidence.ts'

const usage = `verify FILE --key VERIFIER-KEY [--key ...] [--code CODE] [--file FILE ...] [--witness WITNESS-KEY ...] [--node RPC-URL] [--language zh|en|fr]

FILE       evidence that the page of an item saved (CODE.proof.json)
--key      verifier key of the log (name+id+base64), from another source than the file; once for each name of the log, the oldest first
--code     the code on the item: a file about another item is refused
--file     a picture or paper to compare with the sealed hashes
--witness  verifier key of a witness that you trust
--node     a node (JSON-RPC) of the chain that the file says the ledger is anchored on: asked whether the anchor is there`

/** The command line is wrong. */
class WrongCall extends Error {}

function parseCommandLine(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        key: { type: 'string', multiple: true, default: [] },
        code: { type: 'string', default: '' },
        file: { type: 'string', multiple: true, default: [] },
        witness: { type: 'string', multiple: true, default: [] },
        node: { type: 'string' },
        language: { type: 'string' },
      },
    })
    const [path, ...others] = positionals
    if (path === undefined || others.length > 0) throw new WrongCall('Name one evidence file')
    if (values.key.length === 0) throw new WrongCall('Give the verifier key with --key')
    const node = values.node === undefined ? undefined : parseNodeAddress(values.node)
    if (values.node !== undefined && !node) throw new WrongCall('--node takes an address that begins with https://')
    const language = values.language ?? process.env.LANG?.slice(0, 2) ?? 'en'
    if (values.language !== undefined && !isLanguage(language)) throw new WrongCall(`No language ${language}`)
    return { ...values, node, path, language: isLanguage(language) ? language : ('en' satisfies Language) }
  } catch (error) {
    throw error instanceof WrongCall ? error : new WrongCall((error as Error).message)
  }
}

/** Texts of a file appear in our lines: they must not begin lines of their own, nor move the terminal's cursor. */
const visible = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '\ufffd')
const say = (line = '') => void process.stdout.write(`${visible(line)}\n`)

const marks: Record<StepState, string> = {
  ok: '[x]',
  failed: '[!]',
  waiting: '[~]',
  old: '[~]',
  stated: '[ ]',
  skipped: '[ ]',
  none: '[ ]',
  first: '[ ]',
}

function print(
  report: Report,
  own: (key: 'verifier.item' | 'verifier.steps' | 'verifier.files.heading') => string,
): void {
  say(`${report.kind}: ${report.heading}`)
  say(report.note)
  for (const line of [...report.reasons, ...report.strangers]) say(`! ${line}`)
  for (const line of report.notices) say(`- ${line}`)
  say()
  for (const [name, value] of report.facts) say(`${name}: ${value}`)
  if (report.item.length > 0) say(`\n${own('verifier.item')}`.trimStart())
  for (const [name, value] of report.item) say(`  ${name}: ${value}`)
  say(own('verifier.steps'))
  for (const { state, text, stateText } of report.steps) say(`  ${marks[state]} ${text} — ${stateText}`)
  if (report.files.length > 0) say(own('verifier.files.heading'))
  for (const { text, stateText, sha256 } of report.files) say(`  ${sha256} ${text} (${stateText})`)
}

/** Asks the node about the anchor, and prints what it says. @returns whether it confirms */
async function checkAtNode(
  node: URL,
  { anchor, origin }: WalkResult['log'],
  texts: (typeof verifierTexts)[Language],
  language: Language,
): Promise<boolean> {
  if (!anchor) {
    say(`! ${texts.t('trace.proof.notAnchored')}`)
    return false
  }
  const { host, outcome } = await askNode(node, { anchor, origin })
  const number = (n: number) => formatNumber(n, serverFormat(language))
  const words = { host, chain: String(anchor.chainId), block: number(anchor.block), n: number(anchor.size) }
  say(`${outcome === 'confirmed' ? '[x]' : '!'} ${texts.t(`trace.node.${outcome}`, words)}`)
  return outcome === 'confirmed'
}

async function main(): Promise<number> {
  const { path, key, code, file, witness, node, language } = parseCommandLine(process.argv.slice(2))
  const texts = verifierTexts[language]
  const now = Date.now()
  const read = async (name: string) => new Uint8Array(await readFile(name))
  const verified = await verifyEvidence({
    evidence: { size: (await stat(path)).size, read: () => read(path) },
    keys: key.flatMap(splitKeys),
    witnessKeys: witness.flatMap(splitKeys),
    code,
    files: await Promise.all(file.map(async name => ({ name: basename(name), bytes: await read(name) }))),
    language,
    now,
  })
  if ('refusal' in verified) {
    const { reason, params } = verified.refusal
    say(`refused: ${texts.own('verifier.refused')}`)
    say(`! ${texts.own(`verifier.refused.${reason}`, params)}`)
    return 1
  }
  const report = makeReport(verified, { texts, format: serverFormat(language), now })
  print(report, name => texts.own(name))
  const isConfirmed = node === undefined || (await checkAtNode(node, verified.walk.log, texts, language))
  return report.isProven && isConfirmed ? 0 : 1
}

main().then(
  code => process.exit(code),
  (error: unknown) => {
    const { message } = error as Error
    console.error(error instanceof WrongCall ? `${message}\n\n${usage}` : message)
    process.exit(2)
  },
)
