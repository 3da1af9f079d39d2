/**
 * The page's content security policy accepts only style sheets with the nonce of this response, so that injected markup
 * cannot add any. Style elements that our own scripts create at run time get the nonce here: those of the component
 * library, of libraries that do not know nonces, and the empty ones inside of some icons.
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.nonce

const marked = <Made extends Element>(element: Made): Made => {
  if (element instanceof HTMLStyleElement || element instanceof SVGStyleElement) element.nonce = nonce ?? ''
  return element
}

if (nonce) {
  const make = document.createElement.bind(document)
  const makeIn = document.createElementNS.bind(document)
  document.createElement = ((name: string, options?: ElementCreationOptions) =>
    marked(make(name, options))) as typeof document.createElement
  document.createElementNS = ((space: string, name: string, options?: ElementCreationOptions) =>
    marked(makeIn(space, name, options))) as typeof document.createElementNS
}

export {}
