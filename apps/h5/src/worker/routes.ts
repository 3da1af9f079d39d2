const pages = /^\/h5(?:\/(?:operationLink|operationLog|attachLabels|receiveGoods|invitedGoods|walkPlot))?\/?$/

/**
 * The stored file that answers a request, relative to /h5/, or null when the request does not belong to this page. All
 * pages are the same document; other addresses below /h5/ name a file.
 */
export function fileFor(path: string, isNavigation: boolean): string | null {
  if (isNavigation) return pages.test(path) ? 'index.html' : null
  if (!path.startsWith('/h5/') || path === '/h5/sw.js') return null
  return decodeURIComponent(path.slice('/h5/'.length)) || 'index.html'
}
