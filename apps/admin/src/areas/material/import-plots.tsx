import { describeError, formatBytes, formatNumber } from '@timbermark/client'
import { largestPlotFile, plot } from '@timbermark/contract'
import type { ImportedPlots } from '@timbermark/contract/calls'
import { Alert, Button, Form, Modal, Result, Table, Upload } from 'antd'
import { useState } from 'react'
import { FieldItem } from '../../entity/form/field-item.tsx'
import { checkFile } from '../../entity/form/upload-check.ts'
import { useSendOnce } from '../../entity/form/use-send-once.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useClient, useT } from '../../shell/index.ts'

const types = ['geojson', 'json', 'kml', 'csv']

/** Imports a file of plots: what was read of each, repairs and faults; then those without faults are stored. */
export function ImportPlots({ onClose }: { onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const refresh = useRefresh(plot)
  const { sending, send } = useSendOnce()
  const [form] = Form.useForm<{ country?: string; producer?: string }>()
  const [checked, setChecked] = useState<{ file: File; fields: Record<string, string>; answer: ImportedPlots }>()
  const [stored, setStored] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const faultless = checked ? checked.answer.count - checked.answer.faulty : 0

  const run = (work: Parameters<typeof send>[0]) => {
    setProblem(undefined)
    void send(work, error => setProblem(describeError(t, error).text || t('error.unknown')))
  }
  function check(file: File) {
    const issue = checkFile('file', { types, maxBytes: largestPlotFile, maxItems: 1 }, file, 0, t.language)
    if (issue) return setProblem(t(`error.${issue.error}`, issue.params))
    const { country, producer } = form.getFieldsValue()
    const fields = { ...(country && { country }), ...(producer && { producer }) }
    run(async () => {
      const answer = await client.upload<ImportedPlots>(file, {
        path: '/material/plot/importData',
        fields: { ...fields, mode: 'check' },
      })
      setChecked({ file, fields, answer })
    })
  }
  function store() {
    if (!checked) return
    const { file, fields } = checked
    run(async headersFor => {
      const answer = await client.upload<ImportedPlots>(file, {
        path: '/material/plot/importData',
        fields: { ...fields, mode: 'commit' },
        headers: headersFor([file.name, file.size, file.lastModified, fields]),
      })
      setStored(answer.stored)
      await refresh()
    })
  }

  return (
    <Modal
      open
      title={t('material.plot.importTitle')}
      width={960}
      mask={{ closable: false }}
      closable={{ disabled: sending }}
      keyboard={!sending}
      onCancel={onClose}
      footer={
        stored === undefined ? (
          <>
            <Button disabled={sending} onClick={checked ? () => setChecked(undefined) : onClose}>
              {t(checked ? 'action.back' : 'action.cancel')}
            </Button>
            {checked && (
              <Button type="primary" disabled={faultless === 0} loading={sending} onClick={store}>
                {t('material.plot.importStore', { n: faultless })}
              </Button>
            )}
          </>
        ) : (
          <Button type="primary" onClick={onClose}>
            {t('action.close')}
          </Button>
        )
      }
    >
      {problem && <Alert type="error" showIcon title={problem} className="tm-form-problems" />}
      {stored !== undefined ? (
        <Result status="success" title={t('material.plot.importStored', { n: stored })} />
      ) : checked ? (
        <PreviewTable answer={checked.answer} />
      ) : (
        <Form form={form} layout="vertical" disabled={sending}>
          <FieldItem entity={plot} name="country" field={{ kind: 'country' }} hint={t('material.plot.importCountry')} />
          <FieldItem entity={plot} name="producer" hint={t('material.plot.importProducer')} />
          <Upload.Dragger
            accept={types.map(type => `.${type}`).join()}
            maxCount={1}
            fileList={[]}
            disabled={sending}
            beforeUpload={file => {
              check(file)
              return false
            }}
          >
            <p>{t('entity.importChoose')}</p>
            <p className="tm-muted">
              {t('material.plot.importHint', { size: formatBytes(largestPlotFile, t.language) })}
            </p>
          </Upload.Dragger>
        </Form>
      )}
    </Modal>
  )
}

/** What was read of each plot. */
function PreviewTable({ answer }: { answer: ImportedPlots }) {
  const t = useT()
  const number = (n: number) => formatNumber(n, t.language)
  return (
    <div className="tm-plot-import">
      <Alert
        type={answer.faulty > 0 ? 'warning' : 'success'}
        showIcon
        title={t('material.plot.importFound', { count: answer.count, faulty: answer.faulty })}
      />
      <Table
        size="small"
        rowKey="row"
        dataSource={answer.plots}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          { title: '#', dataIndex: 'row', render: number },
          { title: t('material.plot.name'), dataIndex: 'name' },
          { title: t('material.plot.country'), dataIndex: 'country' },
          {
            title: t('material.plot.kind'),
            dataIndex: 'kind',
            render: (kind: 'point' | 'polygon' | null) => kind && t(`material.plot.kind.${kind}`),
          },
          { title: t('material.plot.positions'), dataIndex: 'positions', render: number },
          {
            title: t('material.plot.area'),
            dataIndex: 'area',
            render: (area: string | null) => area && `${number(Number(area))} ${t('unit.ha')}`,
          },
          {
            title: t('material.plot.result'),
            key: 'result',
            render: (_, { faults, repairs }) => (
              <>
                {faults.map(fault => (
                  <div key={fault.error} className="ant-typography-danger">
                    {fault.message}
                  </div>
                ))}
                {faults.length === 0 && <div>{t('material.plot.fine')}</div>}
                {repairs.map(repair => (
                  <div key={repair} className="tm-muted">
                    {t(`material.plot.repair.${repair}`)}
                  </div>
                ))}
              </>
            ),
          },
        ]}
      />
    </div>
  )
}
