import { CloseCircleFilled } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useT } from '../../shell/index.ts'

/** For `allowClear` of a select: the library's own mark has an English name in every language. */
export function useClearable(): { clearIcon: ReactNode; label: string } {
  const t = useT()
  return { clearIcon: <CloseCircleFilled />, label: t('action.clear') }
}

/** The same for a field that is typed in, whose mark the library gives no name at all. */
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
