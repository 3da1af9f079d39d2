import { ApiError, describeError } from '@timbermark/client'
import { Button, Empty, Result } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../shell/index.ts'

/** What could not be read, in words, and a way on. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT()
  if (error instanceof ApiError && error.code === 403) return <NoPermission />
  const told = describeError(t, error)
  const missing = error instanceof ApiError && error.code === 404
  return (
    <Result
      status={missing ? '404' : 'warning'}
      title={told.title ?? t('entity.loadFailed')}
      subTitle={told.text}
      extra={
        !missing && (
          <Button type="primary" onClick={onRetry}>
            {t('action.retry')}
          </Button>
        )
      }
    />
  )
}

export function NoPermission() {
  const t = useT()
  return <Result status="403" title={t('error.forbidden')} subTitle={t('entity.noPermission')} />
}

/** An empty list: nothing there yet, or nothing that the filter lets through. */
export function EmptyList({
  filtered,
  onReset,
  hint,
  children,
}: {
  /** What such records are for, and what comes before the first of them. */
  hint?: string
  filtered: boolean
  onReset: () => void
  children?: ReactNode
}) {
  const t = useT()
  return (
    <Empty
      description={
        <>
          {t(filtered ? 'entity.nothingFound' : 'common.empty')}
          {!filtered && hint && <p className="tm-muted tm-empty-hint">{hint}</p>}
        </>
      }
    >
      {filtered ? <Button onClick={onReset}>{t('entity.clearFilter')}</Button> : children}
    </Empty>
  )
}
