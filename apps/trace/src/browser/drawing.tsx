import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { type Store, useLive } from '../live.ts'
import { Found, type Doings } from '../page/Found.tsx'
import { Browser, type Means, ProvenRecords, Vouching } from '../page/means.ts'
import { Parts } from '../page/Later.tsx'
import { Page } from '../page/Page.tsx'
import { namesOf } from '../page/Product.tsx'
import type { Texts } from '../texts.ts'
import type { Facts, Language } from '../types.ts'
import { eachInTurn, pause } from '../proof/pause.ts'
import { windowed } from '../window.ts'
import { browserFormat } from '../format.ts'
import { roomBeside, takeOver } from './take-over.ts'

/** Milliseconds after which a frame is not waited for: the page may have been hidden meanwhile. */
const longestFrame = 300

interface Context {
  code: string
  language: Language
  facts: Facts
  officialHost: string | null
  texts: Texts
  store: Store
  means: Means
  doings: Doings
  /** Called when the server's page is about to go. */
  leave: () => void
}

/**
 * Draws the page from what was proven, beside the server's, part by part.
 * @returns what puts it in the place of the server's; from then on it follows the store
 */
export async function drawProven(context: Context): Promise<() => void> {
  const body = roomBeside(document)
  const place = document.createElement('div')
  place.className = 'drawn'
  body.append(place)
  const waiting: (() => void)[] = []
  let drawn = false
  const later = (draw: () => void) => {
    if (drawn) draw()
    else waiting.push(draw)
  }
  try {
    flushSync(() =>
      createRoot(place).render(
        <Parts value={later}>
          <ProvenPage {...context} />
        </Parts>,
      ),
    )
    // Some of them bring others.
    await eachInTurn(waiting, draw => flushSync(draw))
    await laidOut()
  } catch (error) {
    body.remove()
    throw error
  }
  drawn = true
  return () => {
    takeOver(document, body, context.leave)
    describe(context)
  }
}

/** Ends when the browser has laid out what was drawn; at once in a page that nobody looks at, where it never does. */
function laidOut(): Promise<void> {
  return document.hidden
    ? Promise.resolve()
    : new Promise(done => {
        requestAnimationFrame(() => void pause().then(done))
        setTimeout(done, longestFrame)
      })
}

/** The server's own description of the item went with its page; this one is of what was proven. */
function describe({ store, texts }: Context): void {
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

function ProvenPage({ code, language, facts, officialHost, texts, store, means, doings }: Context) {
  const { item, walk, window, format } = useLive(store)
  const own = format ?? browserFormat(language, navigator.languages)
  const answer = item && windowed(item.answer, window, facts.histories)
  const title = answer
    ? texts.t('trace.title', { name: namesOf(answer, language).first })
    : texts.t('trace.title.code', { code })
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <Browser value={means}>
      <Vouching value={item ? 'proven' : 'stated'}>
        <ProvenRecords value={item?.records ?? null}>
          <Page language={language} url={location.pathname + location.search} officialHost={officialHost} texts={texts}>
            <Found
              answer={answer}
              changes={item?.changes ?? []}
              withdrawn={item?.withdrawn ?? []}
              doubted={walk?.faults.map(({ about }) => about) ?? []}
              facts={facts}
              url={location.pathname + location.search}
              texts={texts}
              format={own}
              doings={doings}
            />
          </Page>
        </ProvenRecords>
      </Vouching>
    </Browser>
  )
}
