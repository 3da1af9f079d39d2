import type { Format } from '../format.ts'
import { createStore } from '../live.ts'
import { safeUrl } from '../links.ts'
import type { Texts } from '../texts.ts'
import type { Boot, StatedFacts, RenderInput, TraceState } from '../types.ts'
import { type ItemState, noChecks, type Verdict, computeVerdict } from '../verdict.ts'
import { BaseMeta } from './BaseMeta.tsx'
import { type CompanyParts, ItemPage, type PageActions } from './ItemPage.tsx'
import { languageTags, Page } from './Page.tsx'
import { productNames } from './Product.tsx'
import { Busy, Several, Unavailable, Unknown, Welcome } from './States.tsx'

interface Props {
  input: RenderInput
  texts: Texts
  format: Format
  facts: StatedFacts | null
  boot: Boot
  /** Placeholder of journey and places, when they come from the part cache. */
  journeyMark?: string
  /** The parts of goods about which several companies reported. */
  companies?: CompanyParts | undefined
}

const doNothing = () => undefined
/** The server draws the page with actions that do nothing. */
const noActions = (): PageActions => ({
  store: createStore(),
  submitCheck: () => Promise.reject(new Error('not in a browser')),
  onShare: doNothing,
  onDecline: doNothing,
  onRun: doNothing,
  onRunAll: doNothing,
  onEvidence: doNothing,
  onRecordProof: doNothing,
  onHeads: doNothing,
  onForgetHead: doNothing,
  onNode: () => false,
  typedNode: () => '',
})

/** The complete document. No style attribute and no inline script: the content policy allows neither. */
export function Document({ input, texts, format, facts, boot, journeyMark, companies }: Props) {
  const { language, state, assets } = input
  return (
    <html lang={languageTags[language]} {...initialRoot(state, facts, texts)}>
      <head>
        <BaseMeta />
        <meta name="robots" content="noindex" />
        <title>{titleOf(input, texts)}</title>
        <Preview input={input} texts={texts} />
        {assets.styles.map(href => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {assets.scripts.map(src => (
          <script key={src} type="module" src={src} nonce={input.nonce} />
        ))}
        <link rel="modulepreload" href={assets.texts[language]} />
        <noscript>
          <style nonce={input.nonce}>{'.needs-script{display:none!important}'}</style>
        </noscript>
        <link rel="icon" href="/t/icon.svg" type="image/svg+xml" />
      </head>
      <body>
        <Page language={language} url={input.url} officialHost={input.officialHost} texts={texts}>
          <noscript>
            <p className="noscript noscript-top">{texts.t('trace.noscript')}</p>
          </noscript>
          {state.kind === 'found' && facts && (
            <ItemPage
              answer={state.answer}
              facts={facts}
              companies={companies}
              anchored={state.answer.ledger.anchored}
              url={input.url}
              texts={texts}
              format={format}
              actions={noActions()}
              journeyMark={journeyMark}
            />
          )}
          {state.kind === 'unknown' && <Unknown {...state} texts={texts} />}
          {state.kind === 'several' && <Several {...state} language={language} texts={texts} />}
          {state.kind === 'unavailable' && <Unavailable code={state.code} url={input.url} texts={texts} />}
          {state.kind === 'busy' && <Busy code={state.code} url={input.url} texts={texts} />}
          {state.kind === 'welcome' && <Welcome texts={texts} />}
        </Page>
        <script
          id="boot"
          type="application/json"
          nonce={input.nonce}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: data for the script; every "<" is escaped, so nothing in it can end the block.
          dangerouslySetInnerHTML={{ __html: JSON.stringify(boot).replace(/</g, '\\u003c') }}
        />
      </body>
    </html>
  )
}

/** Open Graph requires languages with a territory. */
const previewLocales: Record<RenderInput['language'], string> = { zh: 'zh_CN', en: 'en_GB', fr: 'fr_FR' }

/** The preview of a shared link in messengers. They run no scripts, so it is what the platform states. */
function Preview({ input, texts }: { input: RenderInput; texts: Texts }) {
  const { language, state, officialHost, url } = input
  const title = titleOf(input, texts)
  const description = descriptionOf(state, texts)
  const origin = `${/^(localhost|127\.)/.test(officialHost) ? 'http' : 'https'}://${officialHost}`
  const picture = state.kind === 'found' ? safeUrl(state.answer.product.images[0]?.url ?? '') : undefined
  return (
    <>
      <meta name="description" content={description} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={texts.t('app.name')} />
      <meta property="og:locale" content={previewLocales[language]} />
      <meta property="og:url" content={origin + url} />
      {picture && <meta property="og:image" content={new URL(picture, origin).href} />}
      <meta name="twitter:card" content={picture ? 'summary_large_image' : 'summary'} />
    </>
  )
}

function descriptionOf(state: TraceState, texts: Texts): string {
  if (state.kind !== 'found')
    return texts.t(state.kind === 'unknown' ? `trace.unknown.${state.why}.heading` : `trace.${state.kind}.note`)
  const { product, owner, histories } = state.answer
  const params = { latin: product.latinName || product.category, owner: owner.name, n: histories.length }
  return texts.t('trace.share.item', params)
}

function titleOf({ state, language }: RenderInput, texts: Texts): string {
  if (state.kind === 'welcome') return texts.t('trace.title.welcome')
  if (state.kind !== 'found') return texts.t('trace.title.code', { code: state.code.slice(0, 60) })
  return texts.t('trace.title', { name: productNames(state.answer, language).first })
}

/** The verdict for tools before any script has run; undefined on the page without a code. */
/** What tools read from the root before the script has checked anything. */
function initialRoot(
  state: TraceState,
  facts: StatedFacts | null,
  texts: Texts,
): { 'data-verdict'?: Verdict; 'data-item'?: ItemState } {
  if (state.kind === 'welcome') return {}
  if (state.kind === 'unknown' || state.kind === 'several') return { 'data-verdict': 'stated' }
  if (!facts) return { 'data-verdict': 'unavailable' }
  const { verdict, item } = computeVerdict(facts, noChecks, texts)
  return { 'data-verdict': verdict, 'data-item': item }
}
