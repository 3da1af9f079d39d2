import { formatNumber } from '@timbermark/client'
import { limits, stageRecord } from '@timbermark/contract'
import { Form, Result, Select } from 'antd'
import { useState } from 'react'
import { ImportDialog } from '../../entity/dialogs/import-dialog.tsx'
import type { ImportAnswer } from '../../entity/dialogs/use-import.ts'
import { useT } from '../../shell/index.ts'
import { useStages } from './use-stages.ts'
import { searchOptions } from '../../entity/controls/search-options.ts'

interface ImportCounts extends ImportAnswer {
  /** Rows with the same content are one record. */
  records: number
}

/** Imports reports from an uploaded list; the workbook's columns are the fields of the stage and its template. */
export function EntryImport({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { data: stages = [], isLoading } = useStages()
  const [stage, setStage] = useState<string>()
  const [templateId, setTemplateId] = useState<number>()
  const [circulationId, setCirculationId] = useState<number>()
  const authorized = stages.find(one => one.stage === stage)
  const number = (n: number) => formatNumber(n, t.language)
  const counts = ({ rows, records }: ImportCounts) => ({ rows: number(rows), records: number(records) })
  const toOptions = (all: readonly { id: number; name: string }[] = []) =>
    all.map(({ id, name }) => ({ value: id, label: name }))
  const choose = (key: string) => {
    const match = stages.find(one => one.stage === key)
    setStage(key)
    setTemplateId(match?.templates.length === 1 ? match.templates[0]!.id : undefined)
    setCirculationId(match?.circulations.length === 1 ? match.circulations[0]!.id : undefined)
  }
  return (
    <ImportDialog<ImportCounts>
      entity={stageRecord}
      open
      title={t('stage.entry.import')}
      hint={size => t('stage.entry.importHint', { size, n: number(limits.listRows) })}
      template={templateId === undefined || circulationId === undefined ? 'missing' : { templateId }}
      fields={{ templateId: String(templateId ?? ''), circulationId: String(circulationId ?? '') }}
      first={
        <Form layout="vertical" className="tm-form">
          <Form.Item label={t('stage.record.stage')} htmlFor="entry-import-stage" required className="tm-form-wide">
            <Select
              id="entry-import-stage"
              loading={isLoading}
              placeholder={t('common.choose')}
              showSearch={searchOptions}
              value={stage}
              options={stages.map(one => ({ value: one.stage, label: `${one.order}. ${t(`stage.${one.stage}`)}` }))}
              onChange={choose}
            />
          </Form.Item>
          <Form.Item label={t('stage.template')} htmlFor="entry-import-template" required>
            <Select
              id="entry-import-template"
              placeholder={t('common.choose')}
              disabled={!authorized}
              value={templateId}
              options={toOptions(authorized?.templates)}
              onChange={setTemplateId}
            />
          </Form.Item>
          <Form.Item label={t('stage.record.circulationName')} htmlFor="entry-import-circulation" required>
            <Select
              id="entry-import-circulation"
              placeholder={t('common.choose')}
              disabled={!authorized}
              value={circulationId}
              options={toOptions(authorized?.circulations)}
              onChange={setCirculationId}
            />
          </Form.Item>
        </Form>
      }
      clean={answer => t('stage.entry.importClean', counts(answer))}
      done={answer => <Result status="success" title={t('stage.entry.imported', counts(answer))} />}
      onClose={onClose}
    />
  )
}
