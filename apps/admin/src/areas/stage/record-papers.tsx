import { Table } from 'antd'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useTableKeys } from '../../entity/list/use-table-keys.ts'
import { useT } from '../../shell/index.ts'
import type { RecordPaper } from './record-shape.ts'

/** The papers that a record relies on, in the relied-on version. */
export function RecordPapers({ papers }: { papers: readonly RecordPaper[] }) {
  const t = useT()
  const section = useTableKeys<HTMLElement>(t('stage.record.papers'))
  if (papers.length === 0) return null
  return (
    <section ref={section} className="tm-panel">
      <h3>{t('stage.record.papers')}</h3>
      <Table<RecordPaper>
        size="small"
        rowKey={({ field, code }) => `${field} ${code}`}
        dataSource={[...papers]}
        pagination={false}
        columns={[
          {
            title: t('stage.record.paperFor'),
            render: (_, { field }) => (field === '' ? t('stage.record.documentCode') : t.from(`stage.field.${field}`)),
          },
          { title: t('evidence.document.code'), dataIndex: 'code' },
          { title: t('evidence.document.name'), dataIndex: 'name' },
          {
            title: t('stage.record.version'),
            render: (_, { version, newest }) => (
              <>
                {t('stage.record.versionNumber', { n: version })}{' '}
                {newest > version && <ToneTag>{t('stage.record.paperReplaced', { n: newest })}</ToneTag>}
              </>
            ),
          },
          { title: t('evidence.document.validUntil'), render: (_, { validUntil }) => validUntil ?? '–' },
        ]}
        scroll={{ x: 'max-content' }}
      />
    </section>
  )
}
