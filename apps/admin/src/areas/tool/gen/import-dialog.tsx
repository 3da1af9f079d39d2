import { useQuery } from '@tanstack/react-query'
import { genTable } from '@timbermark/contract'
import { Checkbox, Empty, Input, Tooltip } from 'antd'
import { useDeferredValue, useState } from 'react'
import { SendDialog } from '../../../entity/dialogs/dialog-form.tsx'
import { LoadingOrFailure } from '../../../entity/list/list-states.tsx'
import type { HeadersFor } from '../../../entity/form/use-send-once.ts'
import { ToneTag } from '../../../entity/values/tone-tag.tsx'
import { useRefresh } from '../../../entity/use-entity.ts'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useClient, useT } from '../../../shell/index.ts'
import { useClearableInput } from '../../../entity/controls/use-clearable.tsx'

const nameOf = ({ schema, table }: { schema: string; table: string }) =>
  schema === 'public' ? table : `${schema}.${table}`

/** Chooses tables of the database that the generator does not have yet. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const clearableInput = useClearableInput()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(genTable)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const query = useDeferredValue(typed.trim().toLowerCase())
  const { data, error, refetch } = useQuery({
    queryKey: ['tool/gen', 'db'],
    queryFn: ({ signal }) => client.call('GET /tool/gen/db/list', { signal }),
    staleTime: 0,
  })
  const matches = (data ?? []).filter(one => `${nameOf(one)} ${one.comment}`.toLowerCase().includes(query))
  const importTables = async (headersFor: HeadersFor) => {
    const tables = (data ?? [])
      .filter(one => chosen.includes(nameOf(one)))
      .map(({ schema, table }) => ({ schema, table }))
    const body = { tables }
    const { ids } = await client.call('POST /tool/gen/importTable', { body, headers: headersFor(body) })
    feedback.done(t('tool.gen.imported', { n: ids.length }))
    await refresh()
  }
  return (
    <SendDialog
      width={760}
      title={t('tool.gen.importTitle')}
      ok={t('tool.gen.importOk', { n: chosen.length })}
      disabled={chosen.length === 0}
      onClose={onClose}
      send={importTables}
    >
      <p className="tm-muted">{t('tool.gen.importHint')}</p>
      <Input
        allowClear={clearableInput}
        value={typed}
        placeholder={t('tool.gen.importFind')}
        aria-label={t('tool.gen.importFind')}
        onChange={event => setTyped(event.target.value)}
      />
      {!data ? (
        <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 6 }} />
      ) : matches.length === 0 ? (
        <Empty description={query ? t('entity.nothingFound') : t('tool.gen.importNone')} />
      ) : (
        <ul className="tm-gen-tables">
          {matches.map(one => {
            const name = nameOf(one)
            return (
              <li key={name}>
                <Checkbox
                  checked={chosen.includes(name)}
                  onChange={({ target }) =>
                    setChosen(names => (target.checked ? [...names, name] : names.filter(other => other !== name)))
                  }
                >
                  <code>{name}</code> {one.comment && <span>{one.comment}</span>}{' '}
                  <span className="tm-muted">
                    {t('tool.gen.columnCount')} {one.columns}
                  </span>{' '}
                  {one.own && (
                    <Tooltip title={t('tool.gen.ownTableHint')}>
                      <span>
                        <ToneTag>{t('tool.gen.ownTable')}</ToneTag>
                      </span>
                    </Tooltip>
                  )}
                </Checkbox>
              </li>
            )
          })}
        </ul>
      )}
    </SendDialog>
  )
}
