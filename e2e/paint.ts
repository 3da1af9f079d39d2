import type { Page } from 'playwright-core'
import { finishMotion } from '../scripts/axe.ts'

export interface Paint {
  /** How many places are painted as none was before. */
  places: number
  /** Those places. */
  selector: string
  /** Takes the marks away again. */
  forget(): Promise<void>
}

const mark = 'data-new-paint'

/** Marks what is written on the page in a combination of ink, ground, size and weight that is not yet in `seen`, and adds it. */
export async function newPaint(page: Page, seen: Set<string>): Promise<Paint> {
  await finishMotion(page)
  const found: string[] = await page.locator('html').evaluate(
    (root, { seen, mark }) => {
      const view = root.ownerDocument.defaultView
      type Element = typeof root
      /** What lies behind: the grounds of all that holds the element, to the first that lets nothing through. */
      const grounds = new Map<Element, string>()
      const groundOf = (element: Element | null): string => {
        if (!element) return ''
        const known = grounds.get(element)
        if (known !== undefined) return known
        const { backgroundColor, backgroundImage, opacity, filter } = view.getComputedStyle(element)
        const own = `${backgroundColor} ${backgroundImage} ${opacity} ${filter}`
        const plain = own === 'rgba(0, 0, 0, 0) none 1 none'
        const covers = /^rgb\(/.test(backgroundColor) && backgroundImage === 'none' && opacity === '1'
        const ground = plain
          ? groundOf(element.parentElement)
          : covers
            ? own
            : `${own} / ${groundOf(element.parentElement)}`
        grounds.set(element, ground)
        return ground
      }
      const written = (element: Element) =>
        element.matches('input, textarea, select') ||
        [...element.childNodes].some((node: Element) => node.nodeType === 3 && node.textContent.trim() !== '')
      const before = new Set(seen)
      const now = new Set<string>()
      for (const element of root.querySelectorAll('body *')) {
        if (!written(element) || element.getClientRects().length === 0) continue
        const { color, fontSize, fontWeight, textDecorationLine, textShadow } = view.getComputedStyle(element)
        const around = element.matches('a') ? view.getComputedStyle(element.parentElement).color : ''
        const style = `${color} ${fontSize} ${fontWeight} ${textDecorationLine} ${textShadow} ${around}`
        const paint = `${style} on ${groundOf(element)}`
        if (before.has(paint)) continue
        now.add(paint)
        element.setAttribute(mark, '')
      }
      return [...now]
    },
    { seen: [...seen], mark },
  )
  for (const paint of found) seen.add(paint)
  return {
    places: found.length,
    selector: `[${mark}]`,
    forget: () =>
      page.locator('html').evaluate((root, mark) => {
        for (const element of root.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark)
      }, mark),
  }
}
