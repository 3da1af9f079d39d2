import { CloseCircleFilled } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useT } from '../../shell/index.ts'

/** For `allowClear` of a select. The library's own icon has an English name in every language. */
export function useClearable(): { clearIcon: ReactNode; label: string } {
  const t = useT()
  return { clearIcon: <CloseCircleFilled />, label: t('action.clear') }
}

/** The same for an input, whose icon has no name in the library. */
export function useClearableInput(): { clearIcon: ReactNode } {
  const t = useT()
  return {
    clearIcon: (
      <>
        <CloseCircleFilled />
        <span className="tm-visually-hidden">{t('action.clear')}</span>
      </>
    ),
  }
}
