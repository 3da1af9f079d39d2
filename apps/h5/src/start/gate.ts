/**
 * Redirects signed-out visitors to the sign-in page. This tiny script runs as soon as it arrives, while the main script
 * still shares the connection with everything that is preloaded. It imports nothing, so that it is one file.
 */
declare global {
  /** This visit is already being redirected to the sign-in page: a second redirect would restart it. */
  var leaving: boolean | undefined
}

if (!globalThis.leaving && navigator.onLine && !localStorage.getItem('admin-token')) {
  globalThis.leaving = true
  location.assign(`/login?redirect=${encodeURIComponent(location.pathname + location.search)}`)
}

export {}
