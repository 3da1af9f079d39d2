import { LinkOutlined } from '@ant-design/icons'
import { Button, Table, Tabs } from 'antd'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useTableKeys } from '../../entity/list/use-table-keys.ts'
import { useSession, useT } from '../../shell/index.ts'
import { CodeBlock } from './code-block.tsx'
import { type ApiCall, listFields, type JsonSchema, type OpenApi, resolve, describeType } from './openapi.ts'
import { TryCall } from './try-call.tsx'
import { useCopy } from './use-copy.ts'

/** Everything about one call: its access, parameters, answers and refusals, and a form to try it. */
export function CallDetail({ call, document }: { call: ApiCall; document: OpenApi }) {
  const t = useT()
  const copy = useCopy()
  const link = () => copy(`${window.location.origin}${window.location.pathname}?call=${encodeURIComponent(call.id)}`)
  const tabs = [
    { key: 'takes', label: t('tool.swagger.takes'), children: <Input call={call} document={document} /> },
    { key: 'answers', label: t('tool.swagger.answers'), children: <Answers call={call} document={document} /> },
    {
      key: 'refusals',
      label: `${t('tool.swagger.refusals')} (${call.refusals.length})`,
      children: <Refusals call={call} />,
    },
    { key: 'try', label: t('tool.swagger.try'), children: <TryCall call={call} /> },
  ]
  return (
    <div className="tm-api-detail">
      <div className="tm-api-access">
        <Access call={call} />
        <Button size="small" icon={<LinkOutlined />} onClick={link}>
          {t('tool.swagger.link')}
        </Button>
      </div>
      <Tabs size="small" destroyOnHidden items={tabs} />
    </div>
  )
}

function Access({ call }: { call: ApiCall }) {
  const t = useT()
  const { can } = useSession()
  const mayCall = call.permissions.length === 0 || call.permissions.some(one => can(one))
  return (
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
      {!mayCall && <span className="tm-muted">{t('tool.swagger.notHeld')}</span>}
    </p>
  )
}

function Input({ call, document }: { call: ApiCall; document: OpenApi }) {
  const t = useT()
  const parameters = useTableKeys<HTMLDivElement>(t('tool.swagger.parameters'))
  const body = call.form ?? call.body
  return (
    <>
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
              { title: t('tool.swagger.type'), render: (_, one) => <TypeCell schema={one.schema} /> },
              { title: t('common.remark'), dataIndex: 'description', className: 'tm-api-said' },
            ]}
          />
        </div>
      )}
      {body && (
        <Fields title={t(call.form ? 'tool.swagger.form' : 'tool.swagger.body')} schema={body} document={document} />
      )}
      {call.examples.map(({ key, summary, value }) => (
        <CodeBlock
          key={key}
          name={t('tool.swagger.exampleOf', { name: summary })}
          text={JSON.stringify(value, null, 2)}
        />
      ))}
    </>
  )
}

function Answers({ call, document }: { call: ApiCall; document: OpenApi }) {
  const t = useT()
  return (
    <>
      {call.files.length > 0 && (
        <p>
          {t('tool.swagger.file')}{' '}
          {call.files.map(type => (
            <ToneTag key={type}>{type}</ToneTag>
          ))}
        </p>
      )}
      {call.answer && <Fields title={t('tool.swagger.answer')} schema={call.answer} document={document} />}
      {call.answerExample !== undefined && (
        <CodeBlock name={t('tool.swagger.example')} text={JSON.stringify(call.answerExample, null, 2)} />
      )}
    </>
  )
}

function Refusals({ call }: { call: ApiCall }) {
  const t = useT()
  const table = useTableKeys<HTMLDivElement>(t('tool.swagger.refusals'))
  return (
    <div ref={table}>
      <Table
        size="small"
        rowKey="key"
        dataSource={call.refusals}
        pagination={false}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: t('tool.swagger.name'), dataIndex: 'key', render: (key: string) => <code>{key}</code> },
          { title: <code>code</code>, dataIndex: 'code' },
          { title: t('tool.swagger.label'), dataIndex: 'text', className: 'tm-api-said' },
        ]}
      />
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

function TypeCell({ schema }: { schema: JsonSchema | undefined }) {
  return <code className="tm-api-type">{describeType(schema)}</code>
}

function Fields({ title, schema, document }: { title: string; schema: JsonSchema; document: OpenApi }) {
  const t = useT()
  const table = useTableKeys<HTMLDivElement>(title)
  const fields = listFields(document, schema)
  if (fields.length === 0) {
    const empty = resolve(document, schema).additionalProperties === false
    return <p className="tm-muted">{t(empty ? 'tool.swagger.emptyBody' : 'tool.swagger.freeBody')}</p>
  }
  return (
    <div ref={table}>
      <Table
        size="small"
        rowKey="name"
        title={() => title}
        dataSource={fields}
        pagination={false}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: t('tool.swagger.name'), render: (_, one) => <Name name={one.name} required={one.required} /> },
          {
            title: t('tool.swagger.label'),
            className: 'tm-api-said',
            render: (_, one) => one.schema.title ?? resolve(document, one.schema).title,
          },
          { title: t('tool.swagger.type'), render: (_, one) => <TypeCell schema={one.schema} /> },
          {
            title: t('common.remark'),
            className: 'tm-api-said',
            render: (_, one) => one.schema.description ?? resolve(document, one.schema).description,
          },
        ]}
      />
    </div>
  )
}
