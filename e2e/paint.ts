import type { Page } from 'playwright-core'
import { finishMotion } from '../scripts/axe.ts'

export interface Paint {
  /** How many places are painted as none was before. */
  places: number
  /** The attribute that those places bear; its value is the combination's. */
  mark: string
  /** Counts combinations, by the attribute's values, among those that have been seen. */
  know(values: readonly string[]): void
  /** Takes the marks away again. */
  forget(): Promise<void>
}

const mark = 'data-new-paint'

/**
 * Marks what is written on the page in a combination of ink, ground, size and weight that is not yet in `seen`. What a
 * checker leaves out, because it is disabled or only read out, is left out.
 */
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
      /** How much of it comes through all that holds it: what is faded as a whole is faded with its ground. */
      const opacities = new Map<Element, number>()
      const opacityOf = (element: Element | null): number => {
        if (!element) return 1
        const known = opacities.get(element)
        if (known !== undefined) return known
        const opacity = Number(view.getComputedStyle(element).opacity) * opacityOf(element.parentElement)
        opacities.set(element, opacity)
        return opacity
      }
      /** What lies over or under it without holding it, where it can be seen: something fixed, something that slid there. */
      const strangersAt = (element: Element): string => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return [...root.ownerDocument.elementsFromPoint(left + width / 2, top + height / 2)]
          .filter((other: Element) => !other.contains(element) && !element.contains(other))
          .map((other: Element) => view.getComputedStyle(other).backgroundColor)
          .filter(colour => colour !== 'rgba(0, 0, 0, 0)')
          .join(' ')
      }
      const onlyRead = (element: Element) => {
        const { width, height } = element.getBoundingClientRect()
        return width <= 1 || height <= 1
      }
      const disabled = ':disabled, [aria-disabled="true"]'
      const written = (element: Element) =>
        element.matches('input, textarea, select') ||
        [...element.childNodes].some((node: Element) => node.nodeType === 3 && node.textContent.trim() !== '')
      const before = new Set(seen)
      const now = new Map<string, number>()
      for (const element of root.querySelectorAll('body *')) {
        if (!written(element) || onlyRead(element) || element.closest(disabled)) continue
        const { color, fontSize, fontWeight, textDecorationLine, textShadow } = view.getComputedStyle(element)
        const around = element.matches('a') ? view.getComputedStyle(element.parentElement).color : ''
        const style = `${color} ${fontSize} ${fontWeight} ${textDecorationLine} ${textShadow} ${around}`
        const place = `${groundOf(element)} ${opacityOf(element)} ${strangersAt(element)}`
        const paint = `${style} on ${place}`
        if (before.has(paint)) continue
        if (!now.has(paint)) now.set(paint, now.size)
        element.setAttribute(mark, `${now.get(paint)}`)
      }
      return [...now.keys()]
    },
    { seen: [...seen], mark },
  )
  return {
    places: found.length,
    mark,
    know: values => {
      for (const value of values) seen.add(found[Number(value)]!)
    },
    forget: () =>
      page.locator('html').evaluate((root, mark) => {
        for (const element of root.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark)
      }, mark),
  }
}
