const pages = /^\/h5(?:\/operationLink|\/operationLog)?\/?$/

/**
 * The stored file that answers a request, relative to /h5/, or null when the request is none of the page's own. Every
 * page is the same document; the addresses below /h5/ that name a file are that file.
 */
export function fileFor(path: string, isNavigation: boolean): string | null {
  if (isNavigation) return pages.test(path) ? 'index.html' : null
  if (!path.startsWith('/h5/') || path === '/h5/sw.js') return null
  return decodeURIComponent(path.slice('/h5/'.length)) || 'index.html'
}
