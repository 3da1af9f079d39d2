import { datetime, defineEntity, text } from '@timbermark/contract'
import { EntityTable } from '../../../entity/entity-table.tsx'
import { useT } from '../../../shell/index.ts'

/** Who has opened a notice, as `GET /system/notice/readUsers/list` answers it. */
const noticeReader = defineEntity({
  area: 'system',
  name: 'notice/reader',
  tenancy: 'platform',
  label: 'userName',
  fields: {
    searchValue: text({ max: 50, search: 'like', hideInList: true, readonly: true }),
    userName: text({ max: 50, readonly: true }),
    nickName: text({ max: 50, readonly: true }),
    enterpriseName: text({ max: 100, readonly: true }),
    deptName: text({ max: 50, readonly: true }),
    readTime: datetime({ readonly: true }),
  },
  operations: ['list'],
})

export function NoticeReaders({ noticeId }: { noticeId: number }) {
  const t = useT()
  return (
    <section className="tm-panel">
      <h3>{t('system.notice.readers')}</h3>
      <EntityTable
        entity={noticeReader}
        prefix="readers."
        path="/system/notice/readUsers/list"
        query={{ noticeId }}
        rowKey="userId"
      />
    </section>
  )
}
