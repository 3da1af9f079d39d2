import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { document } from '@timbermark/contract'
import { Select, Spin } from 'antd'
import { useState } from 'react'
import { leaveByTab } from '../../entity/form/leave-by-tab.ts'
import { canUse } from '../../entity/actions/permissions.ts'
import { useEarlyEnter } from '../../entity/controls/use-early-enter.ts'
import { offeredOptions, useDebounced } from '../../entity/controls/use-options.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'

interface PapersProps {
  id?: string
  value?: string[]
  onChange?: (codes: string[]) => void
}

/** Maximum number of papers of one step. */
const maxPapers = 10

/** Certificates and forms in the person's scope by their codes. The server checks whether each has a file. */
export function PapersControl({ id, value, onChange }: PapersProps) {
  const t = useT()
  const client = useClient()
  const { permissions } = useSession()
  const [search, setSearch] = useState('')
  const typed = useDebounced(search)
  const mayList = canUse(document, 'list', permissions)
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['entity', 'evidence/document', 'papers', typed],
    queryFn: ({ signal }) =>
      client.list<{ code: string; name: string }>('/evidence/document/list', { code: typed, limit: 20 }, { signal }),
    placeholderData: keepPreviousData,
    enabled: mayList,
  })
  const current = search === typed && !isPlaceholderData
  const papers = offeredOptions(data?.rows ?? [], search, current, ({ code }) => value?.includes(code) === true)
  const loading = isFetching || !current
  const onInputKeyDown = useEarlyEnter({
    search,
    results: current ? data?.rows : undefined,
    namesOf: ({ code, name }) => [code, name],
    choose: ({ code }) => {
      setSearch('')
      if (!value?.includes(code) && (value?.length ?? 0) < maxPapers) onChange?.([...(value ?? []), code])
    },
  })
  return (
    <Select
      id={id}
      mode="multiple"
      className="tm-full"
      value={value}
      maxCount={maxPapers}
      disabled={!mayList}
      placeholder={t(mayList ? 'common.choose' : 'evidence.document.outOfReach')}
      showSearch={{ filterOption: false, searchValue: search, onSearch: setSearch }}
      onInputKeyDown={event => {
        leaveByTab(event)
        onInputKeyDown(event)
      }}
      loading={loading}
      notFoundContent={loading ? <Spin size="small" /> : undefined}
      options={papers.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }))}
      onChange={onChange}
    />
  )
}
