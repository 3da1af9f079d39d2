import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { type Store, useLive } from '../live.ts'
import { ItemPage, type PageActions } from '../page/ItemPage.tsx'
import { LoaderContext, type ProofLoader, ProvenRecords, Vouching } from '../page/page-context.ts'
import { DrawQueue } from '../page/Deferred.tsx'
import { Page } from '../page/Page.tsx'
import { productNames } from '../page/Product.tsx'
import type { Texts } from '../texts.ts'
import type { StatedFacts, Language } from '../types.ts'
import { mapInSlices, pause } from '../proof/pause.ts'
import { applyWindow } from '../record-window.ts'
import { browserFormat } from '../format.ts'
import { createHiddenBody, takeOver } from './take-over.ts'

/** Longest wait for a frame in milliseconds: the page may have been hidden meanwhile. */
const maxFrameWaitMs = 300

interface Context {
  code: string
  language: Language
  facts: StatedFacts
  officialHost: string | null
  texts: Texts
  store: Store
  loader: ProofLoader
  actions: PageActions
  /** Called before the server's page is replaced. */
  onLeave: () => void
}

/**
 * Draws the page from the proof, hidden next to the server's page and part by part.
 * @returns a function that replaces the server's page with it; from then on it follows the store
 */
export async function drawProvenPage(context: Context): Promise<() => void> {
  const body = createHiddenBody(document)
  const container = document.createElement('div')
  container.className = 'drawn'
  body.append(container)
  const queue: (() => void)[] = []
  let isDrawn = false
  const defer = (draw: () => void) => {
    if (isDrawn) draw()
    else queue.push(draw)
  }
  try {
    flushSync(() =>
      createRoot(container).render(
        <DrawQueue value={defer}>
          <ProvenPage {...context} />
        </DrawQueue>,
      ),
    )
    // Drawing one part may queue others.
    await mapInSlices(queue, draw => flushSync(draw))
    await waitForLayout()
  } catch (error) {
    body.remove()
    throw error
  }
  isDrawn = true
  return () => {
    takeOver(document, body, context.onLeave)
    writeDescription(context)
  }
}

/** Resolves when the browser has laid out the page; immediately in a hidden page, where layout never happens. */
function waitForLayout(): Promise<void> {
  return document.hidden
    ? Promise.resolve()
    : new Promise(done => {
        requestAnimationFrame(() => void pause().then(done))
        setTimeout(done, maxFrameWaitMs)
      })
}

/** Writes the page's description from what was proven, because the server's description was removed with its page. */
function writeDescription({ store, texts }: Context): void {
  const answer = store.get().item?.answer
  if (!answer) return
  const { product, owner, histories } = answer
  const description = document.createElement('meta')
  description.name = 'description'
  description.content = texts.t('trace.share.item', {
    latin: product.latinName || product.category,
    owner: owner.name,
    n: histories.length,
  })
  document.head.append(description)
}

function ProvenPage({ code, language, facts, officialHost, texts, store, loader, actions }: Context) {
  const { item, walk, window, companies, format } = useLive(store)
  const readerFormat = format ?? browserFormat(language, navigator.languages)
  const answer = item && applyWindow(item.answer, window, facts.histories)
  const title = answer
    ? texts.t('trace.title', { name: productNames(answer, language).first })
    : texts.t('trace.title.code', { code })
  useEffect(() => {
    document.title = title
  }, [title])
  const url = location.pathname + location.search
  const doubted = walk?.faults.map(({ about }) => about)
  return (
    <LoaderContext value={loader}>
      <Vouching value={item ? 'proven' : 'stated'}>
        <ProvenRecords value={item?.records ?? null}>
          <Page language={language} url={url} officialHost={officialHost} texts={texts}>
            <ItemPage
              answer={answer}
              changes={item?.changes}
              withdrawn={item?.withdrawn}
              pending={item?.pending}
              doubted={doubted}
              facts={facts}
              companies={
                item && answer
                  ? companies?.draw({ item, answer, facts, doubted, url, texts, format: readerFormat })
                  : undefined
              }
              anchored={walk?.log.anchor != null}
              url={url}
              texts={texts}
              format={readerFormat}
              actions={actions}
            />
          </Page>
        </ProvenRecords>
      </Vouching>
    </LoaderContext>
  )
}
