/** The page of the stand-alone verifier: one file, no network. Everything that it shows of a file is text, never markup. */
import type { Language } from '@timbermark/contract'
import { browserFormat, isLanguage, languages } from '../format.ts'
import { makeReport, type Report } from './report.ts'
import { type VerifierKey, verifierTexts } from './verifier-texts.ts'
import { splitKeys, verifyEvidence } from './verify-evidence.ts'
import './verifier.css'

const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T
const evidence = byId<HTMLInputElement>('evidence')
const files = byId<HTMLInputElement>('files')
const keys = byId<HTMLTextAreaElement>('keys')
const witnessKeys = byId<HTMLTextAreaElement>('witnesses')
const code = byId<HTMLInputElement>('code')
const language = byId<HTMLSelectElement>('language')
const result = byId('result')

const preferred = navigator.languages.map(tag => tag.slice(0, 2).toLowerCase()).find(isLanguage)

const chosen = (): Language => (isLanguage(language.value) ? language.value : 'zh')

function element(tag: string, text: string | null, children: readonly Node[] = [], className = ''): HTMLElement {
  const element = document.createElement(tag)
  if (className) element.className = className
  if (text !== null) element.textContent = text
  element.append(...children)
  return element
}

const names: Record<Language, string> = { zh: '中文', en: 'English', fr: 'Français' }
const tags: Record<Language, string> = { zh: 'zh-CN', en: 'en', fr: 'fr' }

/** Writes all labels in the chosen language. */
function showTexts(): void {
  const texts = verifierTexts[chosen()]
  document.documentElement.lang = tags[chosen()]
  document.title = `${texts.own('verifier.title')} · ${texts.t('app.name')}`
  for (const one of document.querySelectorAll<HTMLElement>('[data-text]'))
    one.textContent = texts.own(one.dataset.text as VerifierKey)
}

/** Shows a section with a heading; nothing when it is empty. */
function section(heading: string, content: readonly Node[]): Node[] {
  return content.length === 0 ? [] : [element('section', null, [element('h3', heading), ...content])]
}

const listOf = (lines: readonly (readonly [string, string])[]) =>
  element(
    'dl',
    null,
    lines.map(([name, value]) => element('div', null, [element('dt', name), element('dd', value)])),
  )

function showReport(report: Report): void {
  const texts = verifierTexts[chosen()]
  const { kind, heading, note, reasons, notices, facts, steps, item, files, strangers } = report
  const verdict = element('div', null, [element('h2', heading), element('p', note)], `verdict verdict-${kind}`)
  verdict.dataset.verdict = kind
  verdict.append(...listUnless(reasons, 'reasons'), ...listUnless(strangers, 'reasons'), ...listUnless(notices, ''))
  const fileLines = files.map(({ isGiven, text, stateText, sha256 }) => {
    const line = element('li', `${text} — ${stateText}`, [element('code', sha256)], isGiven ? 'given' : '')
    line.dataset.sha256 = sha256
    return line
  })
  const stepLines = steps.map(({ state, text, stateText }) => {
    const line = element('li', `${text} — `, [element('span', stateText)], `step step-${state}`)
    line.dataset.state = state
    return line
  })
  const noFiles = item.length > 0 ? [element('p', texts.own('verifier.files.none'))] : []
  result.replaceChildren(
    verdict,
    listOf(facts),
    ...section(texts.own('verifier.item'), item.length === 0 ? [] : [listOf(item)]),
    ...section(texts.own('verifier.steps'), [element('ul', null, stepLines, 'steps')]),
    ...section(
      texts.own('verifier.files.heading'),
      fileLines.length === 0 ? noFiles : [element('ul', null, fileLines, 'files')],
    ),
    element('p', texts.own('verifier.limits'), [], 'small'),
  )
}

const listUnless = (lines: readonly string[], className: string): Node[] =>
  lines.length === 0
    ? []
    : [
        element(
          'ul',
          null,
          lines.map(line => element('li', line)),
          className,
        ),
      ]

function showRefusal(text: string): void {
  const heading = element('h2', verifierTexts[chosen()].own('verifier.refused'))
  const box = element('div', null, [heading, element('p', text)], 'verdict')
  box.dataset.verdict = 'refused'
  result.replaceChildren(box)
}

async function check(): Promise<void> {
  const texts = verifierTexts[chosen()]
  const file = evidence.files?.[0]
  if (!file) return showRefusal(texts.own('verifier.refused.noEvidence'))
  result.replaceChildren(element('p', texts.own('verifier.running')))
  try {
    const now = Date.now()
    const verified = await verifyEvidence({
      evidence: { size: file.size, read: async () => new Uint8Array(await file.arrayBuffer()) },
      keys: splitKeys(keys.value),
      witnessKeys: splitKeys(witnessKeys.value),
      code: code.value,
      files: await Promise.all(
        [...(files.files ?? [])].map(async given => ({
          name: given.name,
          bytes: new Uint8Array(await given.arrayBuffer()),
        })),
      ),
      language: chosen(),
      now,
    })
    if ('refusal' in verified) {
      const { reason, params } = verified.refusal
      return showRefusal(texts.own(`verifier.refused.${reason}`, params))
    }
    showReport(makeReport(verified, { texts, format: browserFormat(chosen(), navigator.languages), now }))
  } catch (error) {
    // A file on a card that was taken out, for instance.
    showRefusal(texts.own('verifier.refused.unreadableFile', { text: (error as Error).message }))
  }
}

language.replaceChildren(
  ...languages.map(one => {
    const option = element('option', names[one]) as HTMLOptionElement
    option.value = one
    option.selected = one === (preferred ?? 'zh')
    return option
  }),
)
language.addEventListener('change', () => {
  showTexts()
  if (result.hasChildNodes()) void check()
})
byId<HTMLFormElement>('form').addEventListener('submit', event => {
  event.preventDefault()
  void check()
})
showTexts()
