import { formatDateTime, queryKeys } from '@timbermark/client'
import { keyOf, notice } from '@timbermark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useEffect } from 'react'
import { DictTag } from '../../../entity/values/dict-tag.tsx'
import { LoadingOrFailure } from '../../../entity/list/list-states.tsx'
import { useRow } from '../../../entity/use-entity.ts'
import { isBlankHtml } from '../../../entity/form/form-model.ts'
import { RichTextView } from '../../../shell/rich-text-view.tsx'
import { useClient, useT } from '../../../shell/index.ts'

/** A notice as its recipients see it. Opening it marks it as read. */
export function NoticePreview({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const queries = useQueryClient()
  const { data, error, refetch } = useRow(notice, id)
  const unread = data?.isRead === false

  useEffect(() => {
    if (!unread) return
    client
      .raw('POST', '/system/notice/markRead', undefined, { query: { noticeId: id }, allowDoubleSubmit: true })
      .then(() => queries.invalidateQueries({ queryKey: queryKeys.entity(keyOf(notice)) }))
      // The text is what matters; a failed mark is set the next time.
      .catch(() => {})
  }, [unread, id, client, queries])

  const content = data?.noticeContent ?? ''
  return (
    <Modal open footer={null} width={720} title={data ? data.noticeTitle : t('system.notice')} onCancel={onClose}>
      {!data ? (
        <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 6 }} />
      ) : (
        <article className="tm-article">
          <p className="tm-muted">
            <DictTag type="sys_notice_type" value={data.noticeType} /> {formatDateTime(data.createTime)}{' '}
            {data.createBy && `· ${data.createBy}`}
          </p>
          {isBlankHtml(content) ? <p className="tm-muted">{t('common.none')}</p> : <RichTextView html={content} />}
        </article>
      )}
    </Modal>
  )
}
