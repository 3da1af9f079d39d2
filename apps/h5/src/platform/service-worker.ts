/** Installing the page on the phone: its service worker, its updates, its place on the home screen. */

import { finishPendingWork } from './pending-work.ts'

/** Must cover `/h5` itself, so the worker's answer carries `Service-Worker-Allowed: /h5`. */
const scope = '/h5'

export interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

let waiting: ServiceWorker | null = null
let prompt: InstallPrompt | null = null
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

export function subscribeInstall(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A newer version has been stored and waits to be used. */
export const updateWaiting = (): boolean => waiting !== null
/** The browser offers to put the page on the home screen. */
export const canInstall = (): boolean => prompt !== null

export async function install(): Promise<void> {
  const offered = prompt
  prompt = null
  tell()
  await offered?.prompt()
}

/** Switches to the waiting version and loads it, once what is entered is kept. */
export async function applyUpdate(): Promise<void> {
  await finishPendingWork()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting?.postMessage('activate')
}

export function watchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    prompt = event as InstallPrompt
    tell()
  })
  window.addEventListener('appinstalled', () => {
    prompt = null
    tell()
  })
}

/** Registers the worker; without one the page works as long as there is a network. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const file = `${import.meta.env.BASE_URL}sw.js`
  const registration = await navigator.serviceWorker
    .register(file, { scope })
    // A server that does not allow the wider scope still gets the pages below it offline.
    .catch(() => navigator.serviceWorker.register(file))
  const noteWaiting = () => {
    // The very first worker replaces nothing, so nobody needs to be asked.
    if (registration.waiting && navigator.serviceWorker.controller) {
      waiting = registration.waiting
      tell()
    }
  }
  noteWaiting()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', noteWaiting)
  })
}
