import type { Page } from 'playwright-core'
import { finishMotion } from './axe.ts'

export interface MarkedColourPairs {
  /** How many places are painted as none was before. */
  places: number
  /** The attribute that those places bear; its value is the combination's. */
  mark: string
  /** Counts combinations, by the attribute's values, among those that have been seen. */
  remember(values: readonly string[]): void
  /** Takes the marks away again. */
  unmark(): Promise<void>
}

const mark = 'data-new-paint'

/** What of a page's elements is looked at, in words that hold where the types of browsers are not loaded. */
interface Piece {
  nodeType: number
  textContent: string | null
  parentElement: Piece | null
  childNodes: Iterable<Pick<Piece, 'nodeType' | 'textContent'>>
  contains(other: unknown): boolean
  matches(selector: string): boolean
  closest(selector: string): unknown
  setAttribute(name: string, value: string): void
  getBoundingClientRect(): Readonly<Record<'left' | 'top' | 'width' | 'height', number>>
}
interface Styles {
  [name: string]: unknown
  backgroundColor: string
  backgroundImage: string
  opacity: string
}
interface Root {
  querySelectorAll(selector: string): Iterable<Piece>
  ownerDocument: { elementsFromPoint(x: number, y: number): Iterable<Piece>; defaultView: unknown }
}

/**
 * Marks what is written on the page in a combination of ink, ground, size and weight that is not yet in `seen`. What a
 * checker leaves out, because it is disabled or only read out, is left out.
 * @param within selector of what alone is looked at
 */
export async function markNewColourPairs(page: Page, seen: Set<string>, within: string): Promise<MarkedColourPairs> {
  await finishMotion(page)
  const pairs: string[] = await page.locator('html').evaluate(
    (root: Root, { seen, mark, within }) => {
      const view = root.ownerDocument.defaultView as { getComputedStyle(piece: Piece): Styles }
      const covers = (colour: string, image: string) => /^rgb\(/.test(colour) && image === 'none'
      /** What lies behind: the grounds of all that holds the element, to the first that lets nothing through. */
      const grounds = new Map<Piece, string>()
      const groundOf = (element: Piece | null): string => {
        if (!element) return ''
        const known = grounds.get(element)
        if (known !== undefined) return known
        const { backgroundColor, backgroundImage, opacity, filter } = view.getComputedStyle(element)
        const colours = `${backgroundColor} ${backgroundImage} ${opacity} ${filter}`
        const plain = colours === 'rgba(0, 0, 0, 0) none 1 none'
        const ground = plain
          ? groundOf(element.parentElement)
          : covers(backgroundColor, backgroundImage) && opacity === '1'
            ? colours
            : `${colours} / ${groundOf(element.parentElement)}`
        grounds.set(element, ground)
        return ground
      }
      /** How much of it comes through all that holds it: what is faded as a whole is faded with its ground. */
      const opacities = new Map<Piece, number>()
      const opacityOf = (element: Piece | null): number => {
        if (!element) return 1
        const known = opacities.get(element)
        if (known !== undefined) return known
        const opacity = Number(view.getComputedStyle(element).opacity) * opacityOf(element.parentElement)
        opacities.set(element, opacity)
        return opacity
      }
      /**
       * What lies over it, or under it without holding it, where it can be seen: something fixed, something that slid there. What
       * lies beneath a ground of its own that lets nothing through is not seen.
       */
      const strangersAt = (element: Piece): string => {
        const { left, top, width, height } = element.getBoundingClientRect()
        const colours: string[] = []
        const isOpaque = opacityOf(element) === 1
        for (const other of root.ownerDocument.elementsFromPoint(left + width / 2, top + height / 2)) {
          const { backgroundColor, backgroundImage } = view.getComputedStyle(other)
          const holds = other.contains(element)
          if (holds && isOpaque && covers(backgroundColor, backgroundImage)) break
          if (holds || element.contains(other) || backgroundColor === 'rgba(0, 0, 0, 0)') continue
          colours.push(backgroundColor)
        }
        return colours.join(' ')
      }
      const onlyRead = (element: Piece) => {
        const { width, height } = element.getBoundingClientRect()
        return width <= 1 || height <= 1
      }
      const disabled = ':disabled, [aria-disabled="true"]'
      const written = (element: Piece) =>
        element.matches('input, textarea, select') ||
        [...element.childNodes].some(node => node.nodeType === 3 && node.textContent?.trim())
      const before = new Set(seen)
      const now = new Map<string, number>()
      for (const element of root.querySelectorAll(`:is(${within}) *`)) {
        if (!written(element) || onlyRead(element) || element.closest(disabled)) continue
        const { color, fontSize, fontWeight, textDecorationLine, textShadow } = view.getComputedStyle(element)
        const above = element.matches('a') && element.parentElement
        const around = above ? view.getComputedStyle(above).color : ''
        const style = `${color} ${fontSize} ${fontWeight} ${textDecorationLine} ${textShadow} ${around}`
        const place = `${groundOf(element)} ${opacityOf(element)} ${strangersAt(element)}`
        const paint = `${style} on ${place}`
        if (before.has(paint)) continue
        if (!now.has(paint)) now.set(paint, now.size)
        element.setAttribute(mark, `${now.get(paint)}`)
      }
      return [...now.keys()]
    },
    { seen: [...seen], mark, within },
  )
  return {
    places: pairs.length,
    mark,
    remember: values => {
      for (const value of values) seen.add(pairs[Number(value)]!)
    },
    unmark: () =>
      page.locator('html').evaluate((root, mark) => {
        for (const element of root.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark)
      }, mark),
  }
}
