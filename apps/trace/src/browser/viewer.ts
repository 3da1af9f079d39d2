import type { Texts } from '../texts.ts'

/** Opens photos above the page: arrows and swipes move within a group, Escape closes, focus returns. */
export function bindViewer(root: Document, texts: Texts): void {
  if (typeof HTMLDialogElement === 'undefined') return
  let dialog: HTMLDialogElement | undefined
  let photos: HTMLAnchorElement[] = []
  let current = 0

  function buildDialog(): HTMLDialogElement {
    const element = root.createElement('dialog')
    element.className = 'viewer'
    element.setAttribute('aria-label', texts.t('trace.viewer.label'))
    const figure = root.createElement('figure')
    figure.append(root.createElement('img'), root.createElement('figcaption'))
    element.append(
      button('viewer-close', 'trace.viewer.close', '×', () => element.close()),
      button('viewer-previous', 'trace.viewer.previous', '‹', () => showPhoto(current - 1)),
      figure,
      button('viewer-next', 'trace.viewer.next', '›', () => showPhoto(current + 1)),
    )
    element.addEventListener('keydown', event => {
      if (event.key === 'ArrowLeft') showPhoto(current - 1)
      if (event.key === 'ArrowRight') showPhoto(current + 1)
    })
    element.addEventListener('click', event => {
      if (event.target === element || event.target === figure) element.close()
    })
    let startX: number | undefined
    element.addEventListener('pointerdown', event => {
      startX = event.clientX
    })
    element.addEventListener('pointerup', event => {
      const moved = event.clientX - (startX ?? event.clientX)
      if (Math.abs(moved) > 60) showPhoto(current + (moved < 0 ? 1 : -1))
      startX = undefined
    })
    root.body.append(element)
    return element
  }

  function button(
    name: string,
    key: 'trace.viewer.close' | 'trace.viewer.previous' | 'trace.viewer.next',
    symbol: string,
    act: () => void,
  ) {
    const element = root.createElement('button')
    element.type = 'button'
    element.className = name
    element.setAttribute('aria-label', texts.t(key))
    element.textContent = symbol
    element.addEventListener('click', act)
    return element
  }

  function showPhoto(index: number): void {
    if (!dialog) return
    current = (index + photos.length) % photos.length
    const photo = photos[current]
    const image = dialog.querySelector('img')
    const caption = dialog.querySelector('figcaption')
    if (!photo || !image || !caption) return
    image.src = photo.href
    image.alt = photo.querySelector('img')?.alt ?? ''
    const position =
      photos.length > 1 ? ` · ${texts.t('trace.viewer.position', { n: current + 1, total: photos.length })}` : ''
    caption.textContent = `${photo.dataset.caption ?? ''}${position}`
    dialog.classList.toggle('viewer-single', photos.length < 2)
  }

  root.addEventListener('click', event => {
    const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>('a[data-photo]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // The page may have been redrawn since.
    if (!dialog?.isConnected) dialog = buildDialog()
    photos = [...root.querySelectorAll<HTMLAnchorElement>('a[data-photo]')].filter(
      photo => photo.dataset.photo === link.dataset.photo,
    )
    showPhoto(photos.indexOf(link))
    dialog.showModal()
  })
}
