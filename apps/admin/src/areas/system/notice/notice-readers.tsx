import { noticeReader } from '@timbermark/contract'
import { EntityTable } from '../../../entity/list/entity-table.tsx'
import { useT } from '../../../shell/index.ts'

/** The people who have opened a notice. */
export function NoticeReaders({ noticeId }: { noticeId: number }) {
  const t = useT()
  return (
    <section className="tm-panel">
      <h3>{t('system.notice.readers')}</h3>
      <EntityTable entity={noticeReader} prefix="readers." query={{ noticeId }} />
    </section>
  )
}
