import { describeError, formatDateTime } from '@timbermark/client'
import { hashKey, type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Empty, Tag } from 'antd'
import { useEffect, useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../client.ts'
import { type Message, type NewestNotices, noticeKeys, typeName, withAllRead, withMessageRead } from './notice-state.ts'
import { useT } from '../texts.tsx'
import { Waiting } from '../frame/waiting.tsx'
import { useReachableScreens } from '../search/use-reachable-screens.ts'
import './notice.css'

const screenPath = '/system/notice'

interface PanelProps {
  newest: UseQueryResult<NewestNotices>
  /** Closes the panel and returns the focus to the bell. */
  close: () => void
  show: (noticeId: number) => void
}

/** The newest notices below the bell. */
export default function NoticePanel({ newest, close, show }: PanelProps) {
  const t = useT()
  const heading = useId()
  const navigate = useNavigate()
  const hasScreen = useReachableScreens().find(screenPath) === 'open'
  const queries = useQueryClient()
  const panel = useRef<HTMLDivElement>(null)
  const { data, error, isFetching, refetch } = newest
  const markAll = useMutation({
    mutationFn: () =>
      Promise.all([
        client.call('POST /system/notice/markReadAll', { allowDoubleSubmit: true }),
        client.call('POST /system/message/markRead', { allowDoubleSubmit: true }),
      ]),
    onSuccess: () => {
      queries.setQueryData<NewestNotices>(noticeKeys.newest, last => last && withAllRead(last))
      panel.current?.focus()
      return queries.invalidateQueries({ queryKey: noticeKeys.entity })
    },
  })

  // The focus moves into the opened panel.
  useEffect(() => panel.current?.focus(), [])

  return (
    <div ref={panel} className="notice-panel" role="dialog" aria-labelledby={heading} tabIndex={-1}>
      <header>
        <h2 id={heading}>{t('shell.notices.title')}</h2>
        {data && data.unread > 0 ? (
          <Button type="link" size="small" loading={markAll.isPending} onClick={() => markAll.mutate()}>
            {t('shell.notices.markAll')}
          </Button>
        ) : null}
      </header>
      <p role="status" className="unseen">
        {markAll.isSuccess ? t('shell.notices.marked') : ''}
      </p>
      {error && !isFetching ? (
        <Alert
          type="warning"
          showIcon
          title={t('shell.notices.failed')}
          description={describeError(t, error).text}
          action={
            <Button size="small" onClick={() => refetch()}>
              {t('action.retry')}
            </Button>
          }
        />
      ) : null}
      {data ? (
        <NoticeList
          newest={data}
          show={show}
          follow={message => {
            client
              .call('POST /system/message/markRead', { query: { ids: String(message.id) }, allowDoubleSubmit: true })
              .then(() =>
                queries.setQueryData<NewestNotices>(
                  noticeKeys.newest,
                  last => last && withMessageRead(last, message.id),
                ),
              )
              // A mark that was not set is set the next time.
              .catch(() => {})
            // The target screen may be open with data from before the message, so everything is reloaded. Except the
            // bell: reloaded before the mark is set, it would count the message again.
            void queries.invalidateQueries({
              queryKey: ['entity'],
              predicate: ({ queryKey }) => hashKey(queryKey) !== hashKey(noticeKeys.newest),
            })
            close()
            navigate(message.to)
          }}
        />
      ) : isFetching ? (
        <div className="notice-wait">
          <Waiting title={false} paragraph={{ rows: 4 }} />
        </div>
      ) : null}
      {hasScreen ? (
        <footer>
          <Button
            type="text"
            block
            onClick={() => {
              close()
              navigate(screenPath)
            }}
          >
            {t('shell.notices.all')}
          </Button>
        </footer>
      ) : null}
    </div>
  )
}

interface NoticeListProps {
  newest: NewestNotices
  show: (noticeId: number) => void
  follow: (message: Message) => void
}

function NoticeList({ newest: { notices, messages }, show, follow }: NoticeListProps) {
  const t = useT()
  if (notices.length === 0 && messages.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('shell.notices.empty')} />
  return (
    <ul>
      {messages.map(message => (
        <li key={`message-${message.id}`}>
          <button type="button" className={message.isRead ? 'notice' : 'notice unread'} onClick={() => follow(message)}>
            <span className="notice-dot" aria-hidden="true" />
            <span className="notice-words">
              {message.isRead ? null : <span className="unseen">{t('shell.notices.new')} </span>}
              <strong className="notice-title">{message.title}</strong>
              <span>{message.text}</span>
              <small>
                <time dateTime={message.createTime}>{formatDateTime(message.createTime, 'YYYY-MM-DD HH:mm')}</time>
              </small>
            </span>
          </button>
        </li>
      ))}
      {notices.map(({ noticeId, noticeTitle, noticeType, createTime, isRead }) => (
        <li key={noticeId}>
          <button type="button" className={isRead ? 'notice' : 'notice unread'} onClick={() => show(noticeId)}>
            <span className="notice-dot" aria-hidden="true" />
            <span className="notice-words">
              {isRead ? null : <span className="unseen">{t('shell.notices.new')} </span>}
              <span className="notice-title">{noticeTitle}</span>
              <small>
                <Tag>{typeName(t, noticeType)}</Tag>
                <time dateTime={createTime}>{formatDateTime(createTime, 'YYYY-MM-DD HH:mm')}</time>
              </small>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
