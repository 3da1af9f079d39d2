import { Skeleton, type SkeletonProps } from 'antd'
import { useT } from '../texts.tsx'

/**
 * The place of content that loads. The grey lines only depict text: screen readers hear that it is loading, not a list
 * of empty items.
 */
export function Waiting(props: Omit<SkeletonProps, 'active' | 'loading'>) {
  const t = useT()
  return (
    <div role="status" aria-label={t('common.loading')}>
      <div aria-hidden="true">
        <Skeleton active {...props} />
      </div>
    </div>
  )
}
