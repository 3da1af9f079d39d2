import { ApiError, createTranslator, TransportError } from '@timbermark/client'
import { describe, expect, it } from 'vitest'
import { all } from '../../../../../packages/phrases/src/all.ts'
import {
  bellName,
  isRefused,
  type Message,
  type NoticeBrief,
  parseNewest,
  typeName,
  withAllRead,
  withMessageRead,
  withRead,
} from './notice-state.ts'

const brief = (noticeId: number, isRead: boolean): NoticeBrief => ({
  noticeId,
  noticeTitle: `Notice ${noticeId}`,
  noticeType: '1',
  createTime: '2026-03-04T08:00:00.000Z',
  isRead,
})
const message = (id: number, isRead: boolean): Message => ({
  id,
  title: `Message ${id}`,
  text: 'x',
  to: '/system/user',
  createTime: '2026-03-04T08:00:00.000Z',
  isRead,
})
// Seven unread in all: the newest are only some of them.
const newest = parseNewest({ data: [brief(9, false), brief(8, true)], messages: [message(3, false)], unreadCount: 7 })

describe('the newest notices', () => {
  it('take the count from the envelope, because there may be more than are shown', () => {
    expect(newest).toEqual({ notices: [brief(9, false), brief(8, true)], messages: [message(3, false)], unread: 7 })
  })

  it('are counted when the server answers no count, and are none without data', () => {
    expect(parseNewest({ data: [brief(9, false), brief(8, true)] }).unread).toBe(1)
    expect(parseNewest({ data: null })).toEqual({ notices: [], messages: [], unread: 0 })
  })

  it('lose one unread when one is read, and none when it is read again or not among them', () => {
    const once = withRead(newest, 9)
    expect(once).toEqual({ ...newest, notices: [brief(9, true), brief(8, true)], unread: 6 })
    expect(withRead(once, 9)).toBe(once)
    expect(withRead(newest, 8)).toBe(newest)
    expect(withRead(newest, 1)).toBe(newest)
    const marked = withMessageRead(newest, 3)
    expect(marked).toEqual({ ...newest, messages: [message(3, true)], unread: 6 })
    expect(withMessageRead(marked, 3)).toBe(marked)
    expect(withMessageRead(newest, 9), 'a notice is no message').toBe(newest)
  })

  it('have nothing unread after all were marked, including those not shown', () => {
    expect(withAllRead(newest)).toEqual({
      notices: [brief(9, true), brief(8, true)],
      messages: [message(3, true)],
      unread: 0,
    })
  })
})

describe('the bell', () => {
  it.each(['zh', 'en', 'fr'] as const)('has the number of unread notices in its name (%s)', language => {
    const t = createTranslator(all[language], language)
    expect(bellName(t, 12)).toContain('12')
    expect(bellName(t, 0)).toBe(all[language]['shell.notices.title'])
    expect(typeName(t, '2')).toBe(all[language]['dict.sys_notice_type.2'])
    expect(typeName(t, '7')).toBe('7')
  })

  it('disappears where the server refuses, and stays after temporary failures', () => {
    expect(isRefused(new ApiError({ code: 403 }))).toBe(true)
    expect(isRefused(new ApiError({ code: 404 }))).toBe(true)
    expect(isRefused(new TransportError('status', 404))).toBe(true)
    expect(isRefused(new ApiError({ code: 500 }))).toBe(false)
    expect(isRefused(new ApiError({ code: 401 }))).toBe(false)
    expect(isRefused(new TransportError('network'))).toBe(false)
    expect(isRefused(null)).toBe(false)
  })
})
