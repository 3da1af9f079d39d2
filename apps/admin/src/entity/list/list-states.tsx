import { ApiError, describeError } from '@timbermark/client'
import { Button, Empty, Result } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import { useT, Waiting } from '../../shell/index.ts'

/** Why something could not be read, with a button to retry. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT()
  if (error instanceof ApiError && error.code === 403) return <NoPermission />
  const failure = describeError(t, error)
  const missing = error instanceof ApiError && error.code === 404
  return (
    <Result
      status={missing ? '404' : 'warning'}
      title={failure.title ?? t('entity.loadFailed')}
      subTitle={failure.text}
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

/**
 * The place of an answer: a skeleton while it loads, or why it failed. Draw this only while there is no data: data
 * stays when a refresh fails, with everything that was begun there.
 */
export function LoadingOrFailure({
  error,
  onRetry,
  ...waiting
}: { error: unknown; onRetry: () => unknown } & ComponentProps<typeof Waiting>) {
  return error ? <LoadFailure error={error} onRetry={() => void onRetry()} /> : <Waiting {...waiting} />
}

export function NoPermission() {
  const t = useT()
  return <Result status="403" title={t('error.forbidden')} subTitle={t('entity.noPermission')} />
}

/** An empty list: no record yet, or none that matches the filter. */
export function EmptyList({
  filtered,
  onReset,
  hint,
  children,
}: {
  /** What such records are for, and what comes before the first one. */
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
