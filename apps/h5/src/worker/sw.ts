/**
 * The service worker of /h5. It is written by hand because it does one thing: it stores the page's files, so that the page
 * opens without a network after the first visit. It never handles /api: the page stores reports and answers itself.
 *
 * The build replaces `__FILES__` by the list of files and `__VERSION__` by a hash over them (vite.config.ts).
 */
import { fileFor } from './routes.ts'

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface WorkerFetchEvent extends WorkerEvent {
  request: Request
  respondWith(answer: Promise<Response>): void
}
interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: WorkerFetchEvent) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  location: Location
}
declare const __FILES__: string[]
declare const __VERSION__: string

// The DOM library describes a page's global object, not a worker's.
const worker = globalThis as unknown as WorkerScope
const prefix = 'timbermark-h5-'
const name = prefix + __VERSION__
const base = '/h5/'
const shell = '/h5/index.html'

worker.addEventListener('install', event => event.waitUntil(install()))

async function install(): Promise<void> {
  const cache = await caches.open(name)
  await cache.addAll(__FILES__.map(file => new Request(base + file)))
  // `reload` bypasses the browser's HTTP cache, which may still have the previous page.
  const page = await fetch('/h5', { cache: 'reload' })
  if (!page.ok) throw new Error(`The page answered ${page.status}`)
  // A stored response with a redirection may not answer a navigation.
  await cache.put(shell, new Response(await page.blob(), { headers: page.headers }))
}

worker.addEventListener('activate', event => event.waitUntil(activate()))

async function activate(): Promise<void> {
  for (const old of await caches.keys()) if (old.startsWith(prefix) && old !== name) await caches.delete(old)
  await worker.clients.claim()
}

worker.addEventListener('message', event => {
  if (event.data === 'activate') void worker.skipWaiting()
})

worker.addEventListener('fetch', event => {
  const { request } = event
  if (request.method !== 'GET') return
  const url = new URL(request.url)
  if (url.origin !== worker.location.origin) return
  const file = fileFor(url.pathname, request.mode === 'navigate')
  if (file !== null) event.respondWith(answer(request, base + file))
})

async function answer(request: Request, file: string): Promise<Response> {
  const cache = await caches.open(name)
  return (await cache.match(file)) ?? fetch(request)
}
