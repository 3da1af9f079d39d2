import type { Page } from 'playwright-core'

/** Runs in the page, whose types these tests do not know. */
const look = String.raw`(() => {
  const faults = []
  const visible = element => element.checkVisibility()
  const all = (root, selector) => [...root.querySelectorAll(selector)].filter(visible)
  /** Number of lines that a part of a text is set in. */
  const linesOf = (node, from, to) => {
    const range = document.createRange()
    range.setStart(node, from)
    range.setEnd(node, to)
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0.5)
    return new Set(rects.map(({ top }) => Math.round(top))).size
  }
  for (const table of all(document, '.screen .tm-table')) {
    const body = table.querySelector('.ant-table-body, .ant-table-content')
    if (body && body.scrollWidth > body.clientWidth + 1)
      faults.push('scrolls sideways: ' + body.scrollWidth + ' in ' + body.clientWidth + ' px')
    for (const cell of all(table, 'td, th')) {
      const where = cell.matches('th') ? 'heading' : 'cell'
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (!visible(node.parentElement)) continue
        const { data } = node
        // What is written without a blank and not in Chinese: words, numbers, codes, addresses of people.
        for (const { 0: word, index } of data.matchAll(/[^\s\p{Script=Han}，。、：；（）《》“”/·-]{2,}/gu))
          if (linesOf(node, index, index + word.length) > 1) faults.push(where + ': “' + word + '” is broken')
        // Telephone numbers have blanks within.
        if (/^\s*\+?\d[\d ]{6,}\s*$/.test(data) && linesOf(node, 0, data.length) > 1)
          faults.push(where + ': the number “' + data + '” is broken')
      }
      for (const chip of all(cell, '.ant-tag')) {
        const text = document.createTreeWalker(chip, NodeFilter.SHOW_TEXT).nextNode()
        if (text && linesOf(text, 0, text.length) > 1) faults.push('chip “' + text.data + '” wraps')
        if (chip.scrollWidth > chip.clientWidth + 1) faults.push('chip “' + chip.textContent + '” is cut')
      }
      for (const label of all(cell, '.ant-btn > span'))
        if (label.scrollWidth > label.clientWidth + 1) faults.push('action “' + label.textContent + '” is cut')
      if (cell.getBoundingClientRect().right > table.getBoundingClientRect().right + 1)
        faults.push(where + ' “' + cell.textContent + '” is cut by the edge')
    }
  }
  return [...new Set(faults)]
})()`

/**
 * What a reader of the visible lists would call unfinished: a label or a number in two lines, a word that is cut in the
 * middle, rows that scroll sideways. Text that has a tooltip of its whole length may end in an ellipsis.
 */
export const listFaults = (page: Page): Promise<string[]> => page.evaluate<string[]>(look)
