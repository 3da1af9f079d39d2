import type { Page } from 'playwright-core'

/**
 * Checks that the lists of the open screen fit at 1440 x 900: rows and headings of at most 40 px, actions of at most
 * 160 px, and 14 visible rows. The number of rows does not matter, only their height and the position of the first one.
 * @param rows number of rows that must be visible
 */
export async function checkListLayout(page: Page, rows = 14): Promise<{ tables: number; faults: string[] }> {
  return page.evaluate(rows => {
    const tables = [...document.querySelectorAll('.tm-table')].filter(table => table.checkVisibility())
    const faults: string[] = []
    for (const table of tables) {
      const inDialog = table.closest('[role=dialog]') !== null
      const box = (selector: string) => table.querySelector(selector)?.getBoundingClientRect()
      const row = box('.ant-table-tbody > tr.ant-table-row')
      const heading = box('.ant-table-thead > tr')
      const verbs = box('th.tm-actions-cell')
      if (row && row.height > 41)
        faults.push(`a row of ${row.height} px: ${table.querySelector('.ant-table-row')?.textContent}`)
      if (heading && heading.height > 41) {
        const headings = [...table.querySelectorAll('.ant-table-thead th')]
        const tall = headings.map(th => `${th.textContent} ${th.clientWidth}`).join(' | ')
        faults.push(`a heading of ${heading.height} px: ${tall}`)
      }
      if (verbs && verbs.width > 160) faults.push(`verbs of ${verbs.width} px`)
      // Below other content, as in the details of a listing, a list starts where that ends.
      const alone = table.closest('.ant-card') === null && document.querySelector('.ant-result') === null
      if (row && alone && !inDialog && row.top > 900 - rows * 40) faults.push(`the first row at ${row.top} px`)
    }
    return { tables: tables.length, faults }
  }, rows)
}
