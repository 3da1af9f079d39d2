/** Installing the page on the phone: its service worker, its updates, its icon on the home screen. */

import { finishPendingWork } from './pending-work.ts'

/** Must cover `/h5` itself, so the response with the worker has the header `Service-Worker-Allowed: /h5`. */
const scope = '/h5'

export interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

let waiting: ServiceWorker | null = null
let prompt: InstallPrompt | null = null
const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

export function subscribeInstall(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A newer version is stored and waits to be used. */
export const updateWaiting = (): boolean => waiting !== null
/** The browser can put the page on the home screen. */
export const canInstall = (): boolean => prompt !== null

export async function install(): Promise<void> {
  const offered = prompt
  prompt = null
  notifyListeners()
  await offered?.prompt()
}

/** Switches to the waiting version and loads it, after entries are saved. */
export async function applyUpdate(): Promise<void> {
  await finishPendingWork()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting?.postMessage('activate')
}

export function watchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    prompt = event as InstallPrompt
    notifyListeners()
  })
  window.addEventListener('appinstalled', () => {
    prompt = null
    notifyListeners()
  })
}

/** Registers the worker; without one the page works only with a network. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const file = `${import.meta.env.BASE_URL}sw.js`
  const registration = await navigator.serviceWorker
    .register(file, { scope })
    // Where the server does not allow the wider scope, at least the pages below `/h5/` work offline.
    .catch(() => navigator.serviceWorker.register(file))
  const updateWaitingWorker = () => {
    // The first worker replaces no version, so no update is offered.
    if (registration.waiting && navigator.serviceWorker.controller) {
      waiting = registration.waiting
      notifyListeners()
    }
  }
  updateWaitingWorker()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', updateWaitingWorker)
  })
}
