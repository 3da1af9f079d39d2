/**
 * Sends whoever is signed out to the sign-in page: the smallest of scripts, which runs as soon as it is here, while the one
 * that opens the page still shares the line with everything that is fetched ahead. It imports nothing, so that it is one file.
 */
declare global {
  /** This visit is on its way to the sign-in page: to be sent there a second time would begin the way anew. */
  var leaving: boolean | undefined
}

if (!globalThis.leaving && navigator.onLine && !localStorage.getItem('admin-token')) {
  globalThis.leaving = true
  location.assign(`/login?redirect=${encodeURIComponent(location.pathname + location.search)}`)
}

export {}
