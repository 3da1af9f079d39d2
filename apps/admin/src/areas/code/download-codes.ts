import type { Client } from '@timbermark/client'
import type { CodeFileFormat } from '@timbermark/contract/calls'

/**
 * Hands the file of all codes to the browser, which streams it to disk: 20,000,000 lines must not pass through the page's
 * memory. The address works once and for a short time.
 */
export async function downloadCodes(client: Client, requestId: number | string, format: CodeFileFormat): Promise<void> {
  const { url } = await client.call('POST /code/request/:id/downloadLink', {
    params: { id: requestId },
    body: { format },
  })
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
}
