import type { IdempotencyKey } from '@timbermark/client'
import { article, type Field } from '@timbermark/contract'
import { Button, Checkbox, Collapse, Form } from 'antd'
import { useState } from 'react'
import { bodyOf, initialValues } from '../../entity/form/form-model.ts'
import type { FormValues } from '../../entity/form/form-values.ts'
import { canUse } from '../../entity/actions/permissions.ts'
import type { Row } from '../../entity/types.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { FieldItem } from '../../entity/form/field-item.tsx'
import { RecordDrawer } from '../../entity/form/record-drawer.tsx'
import { type ArticleLike, ArticleDialog } from './article-view.tsx'

const contents = ['contentZh', 'contentEn', 'contentFr'] as const
const fields: [string, Field][] = Object.entries(article.fields).filter(([, field]) => !('readonly' in field))

/** Writes an article; reposts name their source. It can be published in the same step. */
export function ArticleForm({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const { user, permissions } = useSession()
  const [preview, setPreview] = useState<ArticleLike>()
  const mayPublish = canUse(article, 'publish', permissions)

  const send = async (
    { publishNow, ...changes }: FormValues,
    row: Row | undefined,
    headersFor: IdempotencyKey['headers'],
  ) => {
    if (!row) {
      const body = publishNow ? { ...changes, publish: true } : changes
      return client.call('POST /news/article', { body, headers: headersFor(body) })
    }
    if (Object.keys(changes).length > 1) await client.put('/news/article', changes, { headers: headersFor(changes) })
    if (publishNow) await client.put(`/news/article/${row.id}/publish`)
    return undefined
  }
  return (
    <>
      <RecordDrawer
        entity={article}
        id={id}
        size={920}
        onClose={onClose}
        initial={row => initialValues(article, row, { type: 'original', publisher: user.nickName })}
        body={(values, row) => {
          const body = bodyOf(article, fields, values, row)
          if (values.publishNow !== true) return body
          return { ...(row ? { id: row.id } : {}), ...body, publishNow: true }
        }}
        send={send}
        failed={row => t(row ? 'news.article.updateFailed' : 'news.article.addFailed')}
        extra={form => (
          <Button onClick={() => setPreview(form.getFieldsValue(true) as ArticleLike)}>{t('menu.news.preview')}</Button>
        )}
      >
        {row => <ArticleFields row={row} publishes={mayPublish} />}
      </RecordDrawer>
      {preview && <ArticleDialog article={preview} onClose={() => setPreview(undefined)} />}
    </>
  )
}

function ArticleFields({ row, publishes }: { row: Row | undefined; publishes: boolean }) {
  const t = useT()
  const form = Form.useFormInstance()
  const repost = Form.useWatch('type', form) === 'repost'
  const item = { entity: article }
  return (
    <>
      <FieldItem {...item} name="title" wide />
      <FieldItem {...item} name="categoryId" />
      <FieldItem {...item} name="type" />
      {repost && (
        <FieldItem
          {...item}
          name="repostUrl"
          field={{ ...article.fields.repostUrl, required: true }}
          hint={t('news.article.repostHint')}
          wide
        />
      )}
      <FieldItem {...item} name="publisher" />
      <FieldItem {...item} name="clicks" hint={t('news.article.clicksHint')} />
      <FieldItem {...item} name="cover" wide />
      <FieldItem {...item} name="content" wide />
      <FieldItem {...item} name="language" />
      {publishes && (!row || row.status === 'draft') && (
        <FieldItem {...item} name="publishAt" hint={t('news.article.publishAtHint')} />
      )}
      <Collapse
        ghost
        className="tm-form-wide"
        items={[
          {
            key: 'others',
            label: t('news.article.otherLanguages'),
            forceRender: true,
            children: contents.map(name => <FieldItem key={name} {...item} name={name} wide />),
          },
        ]}
      />
      {publishes && row?.status !== 'published' && (
        <Form.Item name="publishNow" valuePropName="checked" className="tm-form-wide">
          <Checkbox>{t('news.article.publishNow')}</Checkbox>
        </Form.Item>
      )}
    </>
  )
}
