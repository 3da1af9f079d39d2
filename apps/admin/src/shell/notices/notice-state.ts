import { ApiError, queryKeys, type Translate, TransportError } from '@timbermark/client'

/** A notice as the list of the bell shows it. */
export interface NoticeBrief {
  noticeId: number
  noticeTitle: string
  /** "1" notice, "2" announcement. */
  noticeType: string
  /** ISO 8601. */
  createTime: string
  isRead: boolean
}

/** A message from the system to this user alone. */
export interface Message {
  id: number
  title: string
  text: string
  /** Path of this site that it links to. */
  to: string
  /** ISO 8601. */
  createTime: string
  isRead: boolean
}

/** The newest notices and messages, and how many of all notices in force the user has not read. */
export interface NewestNotices {
  notices: NoticeBrief[]
  messages: Message[]
  unread: number
}

/** A notice with its text, which the server has cleaned. */
export interface NoticeText extends NoticeBrief {
  noticeContent: string | null
  createBy?: string | null
}

// Below the key of the entity, so that the screen of the notices and the bell refresh each other.
const entityKey = queryKeys.entity('system/notice')
export const noticeKeys = {
  entity: entityKey,
  newest: [...entityKey, 'newest'] as const,
  text: (id: number) => [...entityKey, 'text', id] as const,
}

/** Parses the answer of `GET /system/notice/listTop`: the notices are its data, the count is next to them. */
export function parseNewest(answer: { data?: unknown; unreadCount?: unknown; messages?: unknown }): NewestNotices {
  const notices = Array.isArray(answer.data) ? (answer.data as NoticeBrief[]) : []
  const messages = Array.isArray(answer.messages) ? (answer.messages as Message[]) : []
  const counted = Number(answer.unreadCount)
  const unread = Number.isInteger(counted) && counted >= 0 ? counted : notices.filter(notice => !notice.isRead).length
  return { notices, messages, unread }
}

/**
 * The state after one notice was read. Reading it again, or reading one that is not among the newest, is left to the
 * server's next answer.
 */
export function withRead(newest: NewestNotices, id: number): NewestNotices {
  if (!newest.notices.some(notice => notice.noticeId === id && !notice.isRead)) return newest
  return {
    ...newest,
    notices: newest.notices.map(notice => (notice.noticeId === id ? { ...notice, isRead: true } : notice)),
    unread: Math.max(0, newest.unread - 1),
  }
}

/** The state after all were marked as read. */
export function withAllRead(newest: NewestNotices): NewestNotices {
  return {
    notices: newest.notices.map(notice => ({ ...notice, isRead: true })),
    messages: newest.messages.map(message => ({ ...message, isRead: true })),
    unread: 0,
  }
}

/** The state after one message was read. */
export function withMessageRead(newest: NewestNotices, id: number): NewestNotices {
  if (!newest.messages.some(message => message.id === id && !message.isRead)) return newest
  return {
    ...newest,
    messages: newest.messages.map(message => (message.id === id ? { ...message, isRead: true } : message)),
    unread: Math.max(0, newest.unread - 1),
  }
}

/** Whether the server has no notices for this user, or none at all: then there is no bell. */
export function isRefused(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 403 || error.code === 404
  return error instanceof TransportError && (error.status === 403 || error.status === 404)
}

/** Accessible name of the bell, with the number, because the badge is only visible. */
export function bellName(t: Translate, unread: number): string {
  return unread > 0 ? t('shell.notices.unread', { n: unread }) : t('shell.notices.title')
}

/** Label of a notice type; an unknown type is returned as it is. */
export const typeName = (t: Translate, type: string): string => {
  const key = `dict.sys_notice_type.${type}`
  return t.has(key) ? t(key) : type
}
