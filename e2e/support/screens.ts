import type { Page } from 'playwright-core'
import { goTo } from './office.ts'

interface RouteItem {
  path: string
  component?: string
  children?: RouteItem[]
}

interface Screen {
  address: string
  component: string
}

/** All screens that the menu of the signed-in person leads to, as the server answers them. */
export async function menuOf(page: Page): Promise<Screen[]> {
  const token = await page.evaluate(() => localStorage.getItem('admin-token'))
  const answer = await page.request.get(new URL('/api/getRouters', page.url()).href, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data }: { data: RouteItem[] } = await answer.json()
  const walk = (items: readonly RouteItem[], above: string): Screen[] =>
    items.flatMap(({ path, component = '', children = [] }) => {
      const address = path.startsWith('/') ? path : `${above}/${path}`
      return children.length > 0 ? walk(children, address) : [{ address, component }]
    })
  return walk(data, '')
}

/** Their addresses. */
export const screensOf = async (page: Page): Promise<string[]> => (await menuOf(page)).map(({ address }) => address)

/**
 * Goes from screen to screen of the back office within one loaded page.
 * @returns a function that opens an address and waits until nothing is being loaded any more.
 */
export function walker(page: Page): { go(address: string): Promise<void>; settled(): Promise<void> } {
  let pendingRequests = 0
  page.on('request', () => pendingRequests++)
  page.on('requestfinished', () => pendingRequests--)
  page.on('requestfailed', () => pendingRequests--)
  const settled = async () => {
    for (let calm = 0; calm < 3; calm = pendingRequests > 0 ? 0 : calm + 1) {
      await page.waitForTimeout(30)
      // A page that has not had its turn on a busy machine has not requested anything yet.
      await page
        .locator('html')
        .evaluate(root => new Promise(done => root.ownerDocument.defaultView.requestAnimationFrame(done)))
    }
    await page.locator('.ant-skeleton:visible, .ant-spin-spinning:visible').first().waitFor({ state: 'hidden' })
  }
  return {
    settled,
    async go(address) {
      await goTo(page, address)
      await settled()
    },
  }
}
