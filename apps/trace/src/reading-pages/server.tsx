/**
 * The public reading pages `/news` and `/market`, rendered on the server; their browser gets no bundle. Built with
 * `vite build --ssr src/reading-pages/server.tsx --outDir dist/reading-pages`.
 */
import type { ReadingPage } from '@timbermark/contract/reading-pages'
import { renderToStaticMarkup } from 'react-dom/server'
import { serverFormat } from '../format.ts'
import style from '../styles/reading-pages.css?inline'
import type { Language } from '../types.ts'
import { Addresses } from './addresses.ts'
import { Document } from './Document.tsx'
import { localDates } from './local-dates.ts'
import { translator } from './texts.ts'

export interface ReadingInput {
  language: Language
  /** The language that the address names; links keep it. */
  chosen?: Language
  page: ReadingPage
  /** Of the site, without a slash at the end. */
  origin: string
  servicePhone: string | null
}

/** The inline style and script, for the content policy. */
export const inline = { style, script: localDates }

/** Renders the complete HTML document. All texts of people are escaped; only an article's content is markup. */
export function render({ language, chosen, page, origin, servicePhone }: ReadingInput): string {
  const reading = { language, t: translator(language), format: serverFormat(language), to: new Addresses(chosen) }
  const props = { reading, page, origin, servicePhone, style }
  return `<!doctype html>${renderToStaticMarkup(<Document {...props} />)}`
}
