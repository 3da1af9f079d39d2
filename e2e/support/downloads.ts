import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'

export const bytesOf = async (download: Download) => readFile(await download.path())

/** Presses a button and gives what the browser then saves. */
export async function downloaded(page: Page, press: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return download
}
