/** Whether the server can be reached, as far as the phone knows. */

type Listener = () => void

export interface Net {
  /** Shown to the person: the phone has a network and the last call was answered. */
  online: () => boolean
  /** The phone has a network; whether the server answers is only known by trying. */
  isWorthTrying: () => boolean
  subscribe: (listener: Listener) => Listener
  /** A call was answered, whatever the answer. */
  reached: () => void
  /** A call found no server although the phone believes in its network. */
  lost: () => void
}

/** `browser` says what the phone believes; a call that failed or passed knows better. */
export function createNet(
  browser: { onLine: () => boolean; listen: (changed: (online: boolean) => void) => void } = windowNet,
): Net {
  const listeners = new Set<Listener>()
  let believed = browser.onLine()
  let unreachable = false
  let shown = believed
  function change() {
    const online = believed && !unreachable
    if (online === shown) return
    shown = online
    for (const listener of listeners) listener()
  }
  browser.listen(online => {
    believed = online
    unreachable = false
    change()
  })
  return {
    online: () => shown,
    isWorthTrying: () => believed,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reached() {
      unreachable = false
      believed = true
      change()
    },
    lost() {
      unreachable = true
      change()
    },
  }
}

const windowNet = {
  onLine: () => navigator.onLine,
  listen(changed: (online: boolean) => void) {
    window.addEventListener('online', () => changed(true))
    window.addEventListener('offline', () => changed(false))
  },
}
