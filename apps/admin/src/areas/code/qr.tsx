import { codeRequest, codeFactKinds, qrCode } from '@timbermark/contract'
import { Alert, Empty, Input, InputNumber, Select } from 'antd'
import { useCallback, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ParsedCodes, PrintedSerialRange } from '@timbermark/contract/calls'
import { ReferenceControl } from '../../entity/controls/reference-control.tsx'
import { NoPermission } from '../../entity/list/list-states.tsx'
import type { Row } from '../../entity/types.ts'
import { useRow } from '../../entity/use-entity.ts'
import { useAddressParam, useListState } from '../../entity/list/use-list-state.ts'
import { useSession, useT } from '../../shell/index.ts'
import { SelectionActions } from './selection-actions.tsx'
import { CodeDrawer } from './code-drawer.tsx'
import { CodeListDialog } from './code-list-dialog.tsx'
import { LabelCounts } from './label-counts.tsx'
import { CodesTable } from './codes-table.tsx'
import { CodeImportButton } from './import/code-import.tsx'
import { layoutOf, readCode } from '../../entity/controls/read-code.ts'
import { useClearableInput } from '../../entity/controls/use-clearable.tsx'
import { isSelected, singleSpan, removeSpans, addSpans } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import '../../entity/entity.css'
import './code.css'

/** Code management: one code by its value, the codes of a request, and the actions for selected codes. */
export default function CodesScreen() {
  const t = useT()
  const clearableInput = useClearableInput()
  const { can } = useSession()
  const [request, setRequest] = useAddressParam('request')
  const [code, setCode] = useAddressParam('code')
  const [, setSearch] = useSearchParams()
  const [typed, setTyped] = useState('')
  const [layout, setLayout] = useState<ReturnType<typeof layoutOf>>()
  const [chosen, setChosen] = useState<{ request: string; spans: PrintedSerialRange[] }>()
  const [listing, setListing] = useState(false)
  if (!can('code:qr:list')) return <NoPermission />
  /** A scanner types and presses Enter, code after code: the box is emptied for the next code. */
  const find = (text: string) => {
    if (!text.trim()) return
    setCode(readCode(text))
    setLayout(layoutOf(text))
    setTyped('')
  }
  const takeList = ({ id, spans }: ParsedCodes['requests'][number]) => {
    setListing(false)
    setChosen({ request: String(id), spans })
    if (request !== String(id)) setSearch({ request: String(id) })
  }
  return (
    <>
      <div className="tm-code-tools">
        <div>
          <label htmlFor="code-value">{t('code.qr.find')}</label>
          <Input.Search
            id="code-value"
            autoFocus
            allowClear={clearableInput}
            autoComplete="off"
            spellCheck={false}
            enterButton={t('action.search')}
            placeholder={t('code.qr.findHint')}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onSearch={find}
          />
        </div>
        <div>
          <label htmlFor="code-request">{t('code.request')}</label>
          <ReferenceControl
            id="code-request"
            entity="code/request"
            value={request ? Number(request) : undefined}
            onChange={id => setRequest(id ? String(id) : undefined)}
          />
        </div>
        <CodeImportButton />
      </div>
      {layout && (
        <Alert
          type="warning"
          showIcon
          closable={{ onClose: () => setLayout(undefined) }}
          title={t('code.qr.layout', { layout: layout.toUpperCase() })}
        />
      )}
      {request ? (
        <Codes
          key={request}
          requestId={request}
          spans={chosen?.request === request ? chosen.spans : noSpans}
          onSpans={spans => setChosen({ request, spans })}
          onList={() => setListing(true)}
          onOpen={setCode}
        />
      ) : (
        <Empty description={t('code.qr.chooseRequest')}>
          {can('code:request:list') && <Link to="/code/request">{t('menu.code.request')}</Link>}
        </Empty>
      )}
      {listing && <CodeListDialog onTake={takeList} onClose={() => setListing(false)} />}
      <CodeDrawer code={code} onOpen={setCode} onClose={() => setCode(undefined)} />
    </>
  )
}

const noSpans: PrintedSerialRange[] = []

interface CodesProps {
  requestId: string
  spans: PrintedSerialRange[]
  onSpans: (spans: PrintedSerialRange[]) => void
  onList: () => void
  onOpen: (code: string) => void
}

function Codes({ requestId, spans, onSpans, onList, onOpen }: CodesProps) {
  const t = useT()
  const { data: request } = useRow(codeRequest, requestId)
  const [rows, setRows] = useState<readonly Row[]>([])
  const [known, setKnown] = useAddressParam('known')
  const handleRows = useCallback((pageRows: readonly Row[]) => setRows(pageRows), [])
  const onPage = rows.map(row => singleSpan(Number(row.serial)))
  return (
    <>
      <LabelCounts requestId={requestId} />
      {request && <SelectionBar count={Number(request.count)} chosen={spans} onChange={onSpans} onList={onList} />}
      <CodesTable
        requestId={requestId}
        known={known}
        onRows={handleRows}
        selection={{
          beyond: true,
          keys: rows.filter(row => isSelected(spans, Number(row.serial))).map(row => String(row.code)),
          // The selection on other pages is preserved.
          onChange: (_keys, chosen) =>
            onSpans(
              addSpans(
                removeSpans(spans, onPage),
                chosen.map(row => singleSpan(Number(row.serial))),
              ),
            ),
        }}
        actions={row => [{ key: 'view', label: t('action.query'), run: () => onOpen(String(row.code)) }]}
        toolbar={
          request && (
            <>
              <SelectionActions request={request} chosen={spans} />
              <KnownFilter value={known} onChange={setKnown} />
              {known === undefined && <GoTo count={Number(request.count)} />}
            </>
          )
        }
      />
    </>
  )
}

/** Filters the codes by the kind of data they have. */
function KnownFilter({
  value,
  onChange,
}: {
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  const t = useT()
  const [, setSearch] = useSearchParams()
  const choose = (known: string) => {
    if (known === '') onChange(undefined)
    else
      setSearch(search => {
        search.set('known', known)
        // Another list starts at its first page.
        search.delete('page')
        return search
      })
  }
  return (
    <label className="tm-go-to">
      {t('code.qr.known')}
      <Select
        value={value ?? ''}
        popupMatchSelectWidth={false}
        options={[
          { value: '', label: t('code.qr.known.any') },
          ...codeFactKinds.map(known => ({ value: known as string, label: t(`code.qr.known.${known}`) })),
        ]}
        onChange={choose}
      />
    </label>
  )
}

/** Goes to the page with the code of a number. */
function GoTo({ count }: { count: number }) {
  const t = useT()
  const { state, change } = useListState(qrCode)
  const [serial, setSerial] = useState<number | null>(null)
  const go = () => {
    // Numbers count all codes of the request, so filters are removed.
    if (serial !== null) change({ filters: {}, page: Math.ceil(serial / state.limit) })
    setSerial(null)
  }
  return (
    <label className="tm-go-to">
      {t('code.qr.goTo')}
      <InputNumber
        value={serial}
        min={1}
        max={count}
        precision={0}
        controls={false}
        onChange={setSerial}
        onPressEnter={go}
        onBlur={go}
      />
    </label>
  )
}
