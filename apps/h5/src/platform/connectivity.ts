/** Whether the server is reachable, as far as the phone knows. */

type Listener = () => void

export interface Connectivity {
  /** For display: the phone has a network and the last call was answered. */
  online: () => boolean
  /** The phone has a network; whether the server answers is only known by trying. */
  isWorthTrying: () => boolean
  subscribe: (listener: Listener) => Listener
  /** A call was answered, with any answer. */
  markReached: () => void
  /** A call got no answer although the phone reports a network. */
  markUnreachable: () => void
}

/** `browser` is what the phone reports; the result of a call is more reliable. */
export function createConnectivity(
  browser: { onLine: () => boolean; listen: (changed: (online: boolean) => void) => void } = browserConnectivity,
): Connectivity {
  const listeners = new Set<Listener>()
  let isPhoneOnline = browser.onLine()
  let isUnreachable = false
  let isOnline = isPhoneOnline
  function change() {
    const online = isPhoneOnline && !isUnreachable
    if (online === isOnline) return
    isOnline = online
    for (const listener of listeners) listener()
  }
  browser.listen(online => {
    isPhoneOnline = online
    isUnreachable = false
    change()
  })
  return {
    online: () => isOnline,
    isWorthTrying: () => isPhoneOnline,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    markReached() {
      isUnreachable = false
      isPhoneOnline = true
      change()
    },
    markUnreachable() {
      isUnreachable = true
      change()
    },
  }
}

const browserConnectivity = {
  onLine: () => navigator.onLine,
  listen(changed: (online: boolean) => void) {
    window.addEventListener('online', () => changed(true))
    window.addEventListener('offline', () => changed(false))
  },
}
