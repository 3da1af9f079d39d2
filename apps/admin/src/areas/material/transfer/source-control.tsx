import { useQuery } from '@tanstack/react-query'
import { formatNumber, queryKeys } from '@timbermark/client'
import type { TransferSource } from '@timbermark/contract/calls'
import { Select, Spin } from 'antd'
import { useDeferredValue, useState } from 'react'
import type { ControlProps } from '../../../entity/controls/control-props.ts'
import { useDict } from '../../../entity/controls/use-dict.ts'
import { useClient, useT } from '../../../shell/index.ts'

const keyOf = ({ batch, species, form }: TransferSource): string => `${batch.id} ${form} ${species}`

/** Wood that there is, found by the number of its batch. */
export function SourceControl({
  value,
  onChange,
  onChosen,
  ...props
}: ControlProps<TransferSource> & { onChosen: () => void }) {
  const t = useT()
  const client = useClient()
  const { data: species } = useDict('tree_species')
  const [search, setSearch] = useState('')
  const settled = useDeferredValue(search.trim())
  const { data, isFetching } = useQuery({
    queryKey: [...queryKeys.entity('material/transfer'), 'sources', settled],
    queryFn: ({ signal }) =>
      client.call('GET /material/transfer/sources', { query: settled ? { search: settled } : {}, signal }),
    staleTime: 10_000,
  })
  const nameOf = (code: string) => species?.find(({ dictValue }) => dictValue === code)?.dictLabel ?? code
  const labelOf = ({ batch, form, volume, ...wood }: TransferSource) =>
    [
      batch.number,
      nameOf(wood.species),
      t(`material.balance.form.${form}`),
      `${formatNumber(Number(volume), t.language, { maximumFractionDigits: 6 })} ${t('unit.m3')}`,
    ].join(' · ')
  const chosen = value ?? undefined
  const results = data ?? []
  const offered = chosen && !results.some(one => keyOf(one) === keyOf(chosen)) ? [chosen, ...results] : results
  return (
    <Select
      {...props}
      className="tm-full"
      value={chosen && keyOf(chosen)}
      placeholder={t('common.choose')}
      // The server filters.
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={isFetching}
      notFoundContent={
        isFetching ? <Spin size="small" /> : search ? t('entity.nothingFound') : t('material.transfer.noSources')
      }
      options={offered.map(one => ({ value: keyOf(one), label: labelOf(one) }))}
      onChange={key => {
        onChange?.(offered.find(one => keyOf(one) === key) ?? null)
        onChosen()
      }}
    />
  )
}
