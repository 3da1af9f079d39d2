import { CopyOutlined } from '@ant-design/icons'
import { Button, Table } from 'antd'
import { ToneTag } from '../../entity/tone-tag.tsx'
import { useFeedback } from '../../entity/use-feedback.ts'
import { useTableKeys } from '../../entity/use-table-keys.ts'
import { useT } from '../../shell/index.ts'
import { type ApiCall, curlOf, exampleOf, type JsonSchema, typeText } from './openapi.ts'

/** What one call needs: permission, parameters, body; and a command line that makes it. */
export function CallDetail({ call }: { call: ApiCall }) {
  const t = useT()
  const feedback = useFeedback()
  const parameters = useTableKeys<HTMLDivElement>(t('tool.swagger.parameters'))
  const curl = curlOf(call, window.location.origin)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(curl)
      feedback.done(t('entity.copied'))
    } catch {
      feedback.refuse(t('system.user.copyFailed'))
    }
  }
  return (
    <div className="tm-api-detail">
      <p>
        {t('tool.swagger.access')}{' '}
        {call.open ? (
          <ToneTag tone="success">{t('tool.swagger.open')}</ToneTag>
        ) : call.permissions.length === 0 ? (
          <ToneTag>{t('tool.swagger.signedIn')}</ToneTag>
        ) : (
          call.permissions.map(one => (
            <ToneTag key={one} tone="processing">
              {one}
            </ToneTag>
          ))
        )}
      </p>
      {call.parameters.length > 0 && (
        <div ref={parameters}>
          <Table
            size="small"
            rowKey={one => `${one.in} ${one.name}`}
            title={() => t('tool.swagger.parameters')}
            dataSource={call.parameters}
            pagination={false}
            scroll={{ x: 'max-content' }}
            columns={[
              { title: t('tool.swagger.name'), render: (_, one) => <Name name={one.name} required={one.required} /> },
              { title: t('tool.swagger.label'), render: (_, one) => one.schema?.title },
              { title: t('tool.swagger.place'), dataIndex: 'in' },
              { title: t('tool.swagger.type'), render: (_, one) => <code>{typeText(one.schema)}</code> },
            ]}
          />
        </div>
      )}
      {call.body && <Body schema={call.body} />}
      <div className="tm-api-curl">
        <Button size="small" icon={<CopyOutlined />} onClick={copy}>
          {t('tool.swagger.copy')}
        </Button>
        <pre role="group" aria-label={t('tool.swagger.copy')} tabIndex={0}>
          {curl}
        </pre>
      </div>
    </div>
  )
}

function Name({ name, required }: { name: string; required?: boolean }) {
  const t = useT()
  return (
    <>
      <code>{name}</code> {required && <ToneTag tone="warning">{t('tool.swagger.required')}</ToneTag>}
    </>
  )
}

interface Property {
  name: string
  schema: JsonSchema
  required: boolean
}

function Body({ schema }: { schema: JsonSchema }) {
  const t = useT()
  const table = useTableKeys<HTMLDivElement>(t('tool.swagger.body'))
  const required = new Set(schema.required ?? [])
  const properties: Property[] = Object.entries(schema.properties ?? {}).map(([name, inner]) => ({
    name,
    schema: inner,
    required: required.has(name),
  }))
  if (properties.length === 0) return <p className="tm-muted">{t('tool.swagger.freeBody')}</p>
  return (
    <>
      <div ref={table}>
        <Table<Property>
          size="small"
          rowKey="name"
          title={() => t('tool.swagger.body')}
          dataSource={properties}
          pagination={false}
          scroll={{ x: 'max-content' }}
          columns={[
            { title: t('tool.swagger.name'), render: (_, one) => <Name name={one.name} required={one.required} /> },
            { title: t('tool.swagger.label'), render: (_, one) => one.schema.title },
            { title: t('tool.swagger.type'), render: (_, one) => <code>{typeText(one.schema)}</code> },
            { title: t('common.remark'), render: (_, one) => one.schema.description },
          ]}
        />
      </div>
      <details>
        <summary>{t('tool.swagger.example')}</summary>
        <pre role="group" aria-label={t('tool.swagger.example')} tabIndex={0}>
          {JSON.stringify(exampleOf(schema), null, 2)}
        </pre>
      </details>
    </>
  )
}
