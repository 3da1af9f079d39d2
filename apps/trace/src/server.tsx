/**
 * The server side of the public page: `render` returns the complete document, `assetsOf` finds the client's files. Built
 * with `vite build --ssr src/server.tsx --outDir dist/server`.
 */
import { renderToString } from 'react-dom/server'
import type { TraceAnswer } from '@timbermark/contract/trace'
import { type Format, languages, serverFormat } from './format.ts'
import { textsByLanguage } from './all-texts.ts'
import { CompaniesAndPlaces, CompanyCertifications } from './page/Companies.tsx'
import { Document } from './page/Document.tsx'
import type { CompanyParts } from './page/ItemPage.tsx'
import { Papers } from './page/PaperLinks.tsx'
import { suspectedStages, JourneyAndPlaces } from './page/JourneyAndPlaces.tsx'
import { stateCompanies } from './stated-companies.ts'
import type { Texts } from './texts.ts'
import type { Assets, StatedFacts, Language, RenderInput, TraceState } from './types.ts'

export type { Assets, RenderInput, TraceState } from './types.ts'

/**
 * Renders the complete HTML document of `/c` for one request. Cached parts are represented by the placeholder that `kept` returns.
 * Everything in the answer is escaped as text.
 */
export function render(input: RenderInput): string {
  const { language, state } = input
  const texts = textsByLanguage[language]
  const format = serverFormat(language)
  const facts = statedFacts(state)
  const companies =
    facts && state.kind === 'found' ? drawCompanies(input, state.answer, facts, texts, format) : undefined
  const journeyMark =
    facts && state.kind === 'found' ? drawJourney(input, state.answer, facts, companies, texts, format) : undefined
  const props = { input, texts, format, facts, boot: { language, facts }, journeyMark, companies }
  return `<!doctype html>${renderToString(<Document {...props} />)}`
}

const stagesJson = new WeakMap<TraceAnswer['stages'], string>()

/** The stages as JSON, computed once for all pages that share them. */
function stagesToJson(stages: TraceAnswer['stages']): string {
  const json = stagesJson.get(stages) ?? JSON.stringify(stages)
  stagesJson.set(stages, json)
  return json
}

/** Journey, places and certification of goods about which several companies reported; undefined for other goods. */
function drawCompanies(
  { url }: RenderInput,
  answer: TraceAnswer,
  facts: StatedFacts,
  texts: Texts,
  format: Format,
): CompanyParts | undefined {
  if (!answer.later) return undefined
  const { code, owner, certification, papers, stages, records, histories } = answer
  const first = {
    ...{ code, since: null, name: owner.name, nameIn: owner.nameIn, certification, papers },
    ...{ stages, records, histories, proofs: null },
  }
  const later = answer.later.map(({ role, ...holder }) => ({
    role,
    since: holder.since,
    company: { ...holder, nameIn: holder.nameIn, proofs: null },
  }))
  const companies = { first, later, texts, format }
  return {
    journey: <CompaniesAndPlaces {...companies} withdrawn={[]} doubted={suspectedStages(facts)} url={url} />,
    certification: <CompanyCertifications {...companies} />,
  }
}

/** Draws journey and places through the cache: they are most of a page, and the same for most codes of a batch. */
function drawJourney(
  { kept, url, language }: RenderInput,
  { code, stages, histories, records, owner, certification, later = [] }: TraceAnswer,
  facts: StatedFacts,
  companies: CompanyParts | undefined,
  texts: Texts,
  format: Format,
): string | undefined {
  if (!kept) return undefined
  const answer = { stages, histories, records }
  const doubted = suspectedStages(facts)
  const papers = { code, papers: facts.papers }
  // They depend on the code only by links to papers and, in a long history, by links to the rest of this page.
  const ofCode = [facts.papers.length > 0 && papers, facts.histories.length > 0 && url]
  const others = later.map(({ code: laterCode, batchNumber: _, stages: laterStages, ...holder }) => [
    ...[holder, holder.papers.length > 0 && laterCode, stagesToJson(laterStages)],
  ])
  const ofCompanies = companies && [owner, certification, others]
  const key = JSON.stringify([language, { histories, records }, doubted, ofCode, ofCompanies]) + stagesToJson(stages)
  return kept(key, () =>
    renderToString(
      <Papers value={papers}>
        {companies?.journey ?? (
          <JourneyAndPlaces answer={answer} withdrawn={[]} doubted={doubted} url={url} texts={texts} format={format} />
        )}
      </Papers>,
    ),
  )
}

function statedFacts(state: TraceState): StatedFacts | null {
  if (state.kind !== 'found') return null
  const { code, status, label, foreign, ledger, warnings, counts, stores, histories, papers } = state.answer
  const companies = stateCompanies(state.answer, new Date())
  const partialHistories = histories.filter(({ shown, total }) => shown < total)
  const foreignCode = foreign === undefined ? {} : { foreign }
  return {
    code,
    status,
    label,
    ...foreignCode,
    ledger,
    warnings,
    counts,
    ...(stores && { stores }),
    papers,
    ...(companies && { companies }),
    histories: partialHistories,
  }
}

/** The used part of an entry of Vite's manifest. */
export interface ManifestEntry {
  file: string
  css?: string[]
  imports?: string[]
  isEntry?: boolean
}

/**
 * The client's files from `dist/client/.vite/manifest.json`, as addresses under `base`: the entry first, then its imports, so
 * that the browser fetches them together. Throws when the manifest has no entry, or lacks the texts of a language.
 */
export function assetsOf(manifest: Record<string, ManifestEntry>, base = '/t/'): Assets {
  const entry = Object.keys(manifest).find(key => manifest[key]?.isEntry)
  if (!entry) throw new Error('the manifest of the trace page has no entry')
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    for (const imported of manifest[key]?.imports ?? []) visit(imported)
  }
  visit(entry)
  const entries = [...seen].flatMap(key => manifest[key] ?? [])
  const standalone = Object.values(manifest).filter(({ file }) => file.endsWith('.css'))
  const styles = [...entries.flatMap(({ css }) => css ?? []), ...standalone.map(({ file }) => file)]
  const texts = (language: Language) => {
    const file = manifest[Object.keys(manifest).find(key => key.endsWith(`virtual:texts/${language}`)) ?? '']?.file
    if (!file) throw new Error(`the manifest of the trace page has no texts in ${language}`)
    return base + file
  }
  return {
    scripts: entries.map(({ file }) => base + file),
    styles: [...new Set(styles)].map(file => base + file),
    texts: Object.fromEntries(languages.map(language => [language, texts(language)])) as Assets['texts'],
  }
}
