import { useQuery } from '@tanstack/react-query'
import { Modal, Select } from 'antd'
import { useState } from 'react'
import { LoadingOrFailure } from '../../../entity/list/list-states.tsx'
import { useClient, useT } from '../../../shell/index.ts'
import { CodeView } from './code-view.tsx'

/** The files that would be generated, one at a time. */
export function PreviewDialog({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const [chosen, setChosen] = useState<string>()
  const { data, error, refetch } = useQuery({
    queryKey: ['tool/gen', 'preview', id],
    queryFn: ({ signal }) => client.call('GET /tool/gen/:id/preview', { params: { id }, signal }),
    staleTime: 0,
  })
  const file = data?.find(one => one.path === chosen) ?? data?.[0]
  return (
    <Modal open width={1080} title={t('tool.gen.previewOf', { name })} footer={null} onCancel={onClose}>
      {!data || !file ? (
        <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 10 }} />
      ) : (
        <>
          <Select
            className="tm-gen-files"
            aria-label={t('tool.gen.files')}
            value={file.path}
            options={data.map(one => ({ value: one.path, label: one.path }))}
            onChange={setChosen}
          />
          <CodeView text={file.text} language={file.language} name={file.path.split('/').at(-1)!} />
        </>
      )}
    </Modal>
  )
}
