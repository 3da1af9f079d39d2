import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { document } from '@timbermark/contract'
import { AutoComplete } from 'antd'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { canUse } from '../actions/permissions.ts'
import { useDebounced } from './use-options.ts'
import type { ControlProps } from './control-props.ts'

/**
 * The number of a certificate or form, typed or found by a part of it. The server checks whether it has a file. Users
 * without the lookup permission cannot name a document, and the placeholder says so; a document that the record names
 * already stays.
 */
export function PaperControl({ value, onChange, ...props }: ControlProps<string>) {
  const t = useT()
  const client = useClient()
  const { permissions } = useSession()
  const typed = useDebounced(value ?? '')
  const lists = canUse(document, 'list', permissions)
  const names = lists || canUse(document, 'query', permissions)
  const { data } = useQuery({
    queryKey: ['entity', 'evidence/document', 'papers', typed],
    queryFn: ({ signal }) =>
      client.list<{ code: string; name: string }>('/evidence/document/list', { code: typed, limit: 20 }, { signal }),
    placeholderData: keepPreviousData,
    enabled: lists,
  })
  return (
    <AutoComplete
      {...props}
      className="tm-full"
      value={value ?? undefined}
      disabled={props.disabled || !names}
      placeholder={t(names ? 'common.enter' : 'evidence.document.outOfReach')}
      // Enter keeps the typed text: the number of another document may begin with it.
      defaultActiveFirstOption={false}
      options={(data?.rows ?? []).map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }))}
      onChange={code => onChange?.(code || null)}
    />
  )
}
