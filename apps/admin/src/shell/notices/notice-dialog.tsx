import { describeError, formatDateTime } from '@timbermark/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Modal, Tag } from 'antd'
import { useEffect, useState } from 'react'
import { RichTextView } from '../rich-text-view.tsx'
import { client } from '../client.ts'
import { isRefused, type NewestNotices, type NoticeText, noticeKeys, typeName, withRead } from './notice-state.ts'
import { useT } from '../texts.tsx'
import { Waiting } from '../frame/waiting.tsx'
import './notice.css'

/** One notice. Once its text is loaded it counts as read. */
export default function NoticeDialog({ id, close }: { id: number; close: () => void }) {
  const t = useT()
  const queries = useQueryClient()
  const [open, setOpen] = useState(true)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: noticeKeys.text(id),
    queryFn: ({ signal }) => client.get<NoticeText>(`/system/notice/${id}`, undefined, { signal }),
    meta: { silent: true },
  })
  const unread = data !== undefined && !data.isRead

  useEffect(() => {
    if (!unread) return
    client
      .call('POST /system/notice/markRead', { query: { noticeId: id }, allowDoubleSubmit: true })
      .then(() => {
        queries.setQueryData<NewestNotices>(noticeKeys.newest, last => last && withRead(last, id))
        return queries.invalidateQueries({ queryKey: noticeKeys.entity })
      })
      // The user asked for the text; a mark that was not set is set the next time.
      .catch(() => {})
  }, [unread, id, queries])

  return (
    <Modal
      open={open}
      footer={null}
      width={720}
      title={data?.noticeTitle ?? t('shell.notices.title')}
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      {data ? (
        <article className="notice-text">
          <p>
            <Tag>{typeName(t, data.noticeType)}</Tag>
            <time dateTime={data.createTime}>{formatDateTime(data.createTime, 'YYYY-MM-DD HH:mm')}</time>
            {data.createBy ? ` · ${data.createBy}` : ''}
          </p>
          <RichTextView html={data.noticeContent ?? ''} />
        </article>
      ) : error && !isFetching ? (
        <Alert
          type="warning"
          showIcon
          title={t(isRefused(error) ? 'shell.notices.gone' : 'shell.notices.failed')}
          description={isRefused(error) ? undefined : describeError(t, error).text}
          action={
            isRefused(error) ? undefined : (
              <Button size="small" onClick={() => refetch()}>
                {t('action.retry')}
              </Button>
            )
          }
        />
      ) : (
        <Waiting paragraph={{ rows: 6 }} />
      )}
    </Modal>
  )
}
