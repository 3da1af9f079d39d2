import { ApiError, queryKeys, type Translate, TransportError } from '@timbermark/client'

/** A notice in short, as the list of the bell names it. */
export interface NoticeBrief {
  noticeId: number
  noticeTitle: string
  /** "1" notice, "2" announcement. */
  noticeType: string
  /** ISO 8601. */
  createTime: string
  isRead: boolean
}

/** What the system has to say to this person alone. */
export interface Message {
  id: number
  title: string
  text: string
  /** The own page that it leads to. */
  to: string
  /** ISO 8601. */
  createTime: string
  isRead: boolean
}

/** The newest notices, and how many of all that are in force this person has not read. */
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

// Below the key of the entity, so that the screen of the notices and the bell renew each other.
const entityKey = queryKeys.entity('system/notice')
export const noticeKeys = {
  entity: entityKey,
  newest: [...entityKey, 'newest'] as const,
  text: (id: number) => [...entityKey, 'text', id] as const,
}

/** Reads the answer of `GET /system/notice/listTop`: the notices are its data, the count stands beside them. */
export function parseNewest(answer: { data?: unknown; unreadCount?: unknown; messages?: unknown }): NewestNotices {
  const notices = Array.isArray(answer.data) ? (answer.data as NoticeBrief[]) : []
  const messages = Array.isArray(answer.messages) ? (answer.messages as Message[]) : []
  const counted = Number(answer.unreadCount)
  const unread = Number.isInteger(counted) && counted >= 0 ? counted : notices.filter(notice => !notice.isRead).length
  return { notices, messages, unread }
}

/** After one was read. Reading again, or reading one that is not among the newest, is left to the server's next answer. */
export function withRead(newest: NewestNotices, id: number): NewestNotices {
  if (!newest.notices.some(notice => notice.noticeId === id && !notice.isRead)) return newest
  return {
    ...newest,
    notices: newest.notices.map(notice => (notice.noticeId === id ? { ...notice, isRead: true } : notice)),
    unread: Math.max(0, newest.unread - 1),
  }
}

/** After all were marked. */
export function withAllRead(newest: NewestNotices): NewestNotices {
  return {
    notices: newest.notices.map(notice => ({ ...notice, isRead: true })),
    messages: newest.messages.map(message => ({ ...message, isRead: true })),
    unread: 0,
  }
}

/** After one of the messages was read. */
export function withMessageRead(newest: NewestNotices, id: number): NewestNotices {
  if (!newest.messages.some(message => message.id === id && !message.isRead)) return newest
  return {
    ...newest,
    messages: newest.messages.map(message => (message.id === id ? { ...message, isRead: true } : message)),
    unread: Math.max(0, newest.unread - 1),
  }
}

/** The server has no notices for this person, or none at all: there is nothing to ring for. */
export function isRefused(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 403 || error.code === 404
  return error instanceof TransportError && (error.status === 403 || error.status === 404)
}

/** What the bell is called: the number belongs to its name, because its badge is only seen. */
export function bellName(t: Translate, unread: number): string {
  return unread > 0 ? t('shell.notices.unread', { n: unread }) : t('shell.notices.title')
}

/** The word for a type of notice; one that is not known stands for itself. */
export const typeName = (t: Translate, type: string): string => {
  const key = `dict.sys_notice_type.${type}`
  return t.has(key) ? t(key) : type
}
