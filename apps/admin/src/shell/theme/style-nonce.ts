/**
 * The page's content policy takes style sheets with the nonce of this answer only, so that markup that slipped in can bring
 * none. What our own scripts make at run time gets it here: the component library's sheets, those of libraries that know of
 * no nonce, and the empty ones inside some icons.
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
