import type { Client } from '@timbermark/client'
import { describe, expect, it, vi } from 'vitest'
import { endSessions } from './end-sessions.ts'

const clientWith = (tokenIds: string[]) => {
  const client = {
    list: vi.fn(async () => ({
      rows: tokenIds.map(tokenId => ({ tokenId })),
      total: tokenIds.length,
      estimated: false,
    })),
    call: vi.fn(async () => undefined),
  }
  return { client, typed: client as unknown as Client }
}

describe('force logout of a user (SYS-05)', () => {
  it('ends every session of exactly this account in one call', async () => {
    const { client, typed: as } = clientWith(['12', '15'])
    expect(await endSessions(as, 'clerk-1')).toBe(2)
    expect(client.list).toHaveBeenCalledWith('/monitor/online/list', expect.objectContaining({ userName: 'clerk-1' }))
    expect(client.call).toHaveBeenCalledExactlyOnceWith('DELETE /monitor/online/:ids', { params: { ids: '12,15' } })
  })

  it('calls nothing when the user is not signed in', async () => {
    const { client, typed: as } = clientWith([])
    expect(await endSessions(as, 'clerk-1')).toBe(0)
    expect(client.call).not.toHaveBeenCalled()
  })
})
