import type { Client } from '@timbermark/client'

/** Ends every session of an account. @returns the number of sessions ended */
export async function endSessions(client: Client, userName: string): Promise<number> {
  const { rows } = await client.list<{ tokenId: string }>('/monitor/online/list', { userName, page: 1, limit: 100 })
  if (rows.length === 0) return 0
  await client.call('DELETE /monitor/online/:ids', { params: { ids: rows.map(({ tokenId }) => tokenId).join(',') } })
  return rows.length
}
