import { ClearOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { dictTypeView, type RowOf } from '@timbermark/contract'
import { Link, useNavigate } from 'react-router'
import type { ControlProps } from '../../../entity/controls/control-props.ts'
import { ActionButton } from '../../../entity/actions/action-button.tsx'
import { EntityScreen } from '../../../entity/list/entity-screen.tsx'
import { ToneTag } from '../../../entity/values/tone-tag.tsx'
import { useRefresh, useRow } from '../../../entity/use-entity.ts'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useAddressParam } from '../../../entity/list/use-list-state.ts'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { KeyControl } from '../key-control.tsx'

const entriesPath = (row: RowOf<typeof dictTypeView>) => `/system/dict-data/index/${row.id}`

/** Dictionaries: lists of values that people can extend. */
export default function DictScreen() {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const refresh = useRefresh(dictTypeView)
  const { can } = useSession()
  const [editing] = useAddressParam('edit')
  const { data: edited } = useRow(dictTypeView, can('system:dict:query') ? editing : undefined)
  // Programs refer to a bootstrap dictionary by its type, so the type cannot change.
  const isBootstrap = editing !== undefined && edited?.delivered === true
  return (
    <EntityScreen
      entity={dictTypeView}
      form={{
        controls: { dictType: props => <KeyControl {...(props as ControlProps<string>)} closed={isBootstrap} /> },
      }}
      rowActions={row => [{ key: 'entries', label: t('system.dict.entries'), run: () => navigate(entriesPath(row)) }]}
      cells={{
        dictType: row => (
          <Link className="tm-link" to={entriesPath(row)}>
            {row.dictType}
          </Link>
        ),
        origin: row => (
          <ToneTag tone={row.delivered ? 'processing' : 'default'}>
            {t(`system.dict.type.origin.${row.origin}`)}
          </ToneTag>
        ),
      }}
      toolbar={
        can('system:dict:remove') && (
          <ActionButton
            action={{
              key: 'refreshCache',
              label: t('system.dict.flush'),
              icon: <ClearOutlined />,
              run: async () => {
                await client.call('DELETE /system/dict/type/refreshCache')
                await queries.invalidateQueries({ queryKey: ['dict'] })
                await refresh()
                feedback.done(t('system.dict.flushed'))
              },
            }}
          />
        )
      }
    />
  )
}
