import { formatNumber, newId } from '@timbermark/client'
import type { Stage } from '@timbermark/contract'
import { type StageTable, tableRows } from '@timbermark/contract/stages'
import { lazy, Suspense, useState } from 'react'
import { useApp } from '../app/context.ts'
import type { FormField } from '../report/form-model.ts'
import {
  codesOf,
  copyRow,
  isBlank,
  type LogRow,
  commonRowValues,
  rowFields,
  setRowsRule,
  tableVolume,
} from '../report/rows.ts'
import { isEmpty } from '../report/report.ts'
import { nextLogNumber } from '../report/known-goods.ts'
import { type CheckResult, applyCheckResult } from '../scan/scan-list.ts'
import { parseScan } from '../scan/scan-text.ts'
import type { Feedback } from '../scan/feedback.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { type Form, useForm } from './form-context.ts'
import { ValueInput } from './inputs/field-input.tsx'
import { OtherStageNotice } from './other-stage.tsx'
import { RowCard } from './row-card.tsx'
import { useMeasureWalk } from './use-measure-walk.ts'
import { TypeCode } from '../scan/type-code.tsx'
import { useReportedCodeChecks } from '../codes/code-checks.ts'

const Scanner = lazy(() => import('../scan/scanner.tsx'))

/** The logs of a report as a short table: one row for each, at most one of them open. */
export function RowsSection(props: {
  stage: Stage
  table: StageTable
  fields: readonly FormField[]
  /** The rule by which the volumes of the logs are computed, if the stage has one. */
  ruleField: FormField | undefined
}) {
  const { stage, table, fields, ruleField } = props
  const { t, online } = useApp()
  const form = useForm()
  const [isScanning, setScanning] = useState(false)
  const [removing, setRemoving] = useState<readonly LogRow[]>([])
  const rows = form.content.rows ?? []
  const columns = rowFields(table, fields)
  const problem = form.problem('codes')
  const walk = useMeasureWalk(() => setScanning(true))
  const { openKey, setOpenKey, change, addScan, add, copy, remove } = useRowActions({
    form,
    table,
    fields,
    onScanned: walk.begin,
  })
  const applyResult = (code: string, result: CheckResult) => change(old => applyCheckResult(old, code, result))
  const checks = useReportedCodeChecks(stage.key, form.content.templateId, codesOf(form.content), applyResult)
  const hasRefused = rows.some(row => row.check.state === 'refused')
  const isFull = rows.length >= tableRows
  const volume = tableVolume(table, rows, t.language)
  const total = t('h5.rows.count', { n: rows.filter(row => !isBlank(row)).length })
  return (
    <section className="card" data-at="codes">
      <h2>{t('h5.rows.title')}</h2>
      {problem && <p className="field-problem">{problem}</p>}
      {ruleField && <RuleInput table={table} field={ruleField} />}
      <button type="button" className="button button-main button-wide" onClick={() => setScanning(true)}>
        <Icon name="scan" /> {t('h5.codes.scan')}
      </button>
      <TypeCode onAdd={addScan} />
      <OtherStageNotice stage={stage} codes={codesOf(form.content)} />
      {rows.length === 0 && <p className="card-empty">{t('h5.rows.none')}</p>}
      <ol className="log-rows" ref={walk.list} onKeyDown={walk.onKeyDown}>
        {rows.map((row, place) => (
          <RowCard
            key={row.key}
            row={row}
            place={place + 1}
            table={table}
            fields={columns}
            open={openKey === row.key}
            full={isFull}
            onToggle={() => setOpenKey(openKey === row.key ? null : row.key)}
            onChange={(part, quiet) =>
              form.change(
                old => ({ rows: old.rows?.map(one => (one.key === row.key ? { ...one, ...part(one) } : one)) }),
                quiet,
              )
            }
            isCodeUsed={code => rows.some(one => one.key !== row.key && one.code === code)}
            onCopy={() => copy(row, columns)}
            onRemove={() => (isBlank(row) ? remove([row]) : setRemoving([row]))}
          />
        ))}
      </ol>
      <button type="button" className="button button-wide" disabled={isFull} onClick={add}>
        {t('h5.rows.add')}
      </button>
      {hasRefused && (
        <div className="pair">
          <button
            type="button"
            className="button"
            onClick={() => setRemoving(rows.filter(row => row.check.state === 'refused'))}
          >
            {t('h5.rows.clearRefused')}
          </button>
          {online && (
            <button type="button" className="button" onClick={checks.recheck}>
              {t('h5.codes.checkAgain')}
            </button>
          )}
        </div>
      )}
      {/* Last, so that it stays above the footer as long as the logs go on below the screen. */}
      <p className="rows-total rows-sum" role="status">
        <span>{total}</span>
        {volume !== undefined && (
          <strong>
            {formatNumber(volume, t.language)} {t('unit.m3')}
          </strong>
        )}
      </p>
      {isScanning && (
        <Suspense fallback={null}>
          <Scanner
            title={t('h5.scan.title')}
            count={codesOf(form.content).length}
            onRead={text => {
              const feedback = addScan(text)
              // The measures come next, on the pad of numbers; after the last of them the next scan.
              if (feedback.tone === 'good') setScanning(false)
              return feedback
            }}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      )}
      {removing.length > 0 && (
        <RemoveRowsDialog
          removing={removing}
          rows={rows}
          onClose={() => setRemoving([])}
          onRemove={() => {
            remove(removing)
            setRemoving([])
          }}
        />
      )}
    </section>
  )
}

/** The choice of the measure rule of all logs; with another one their volumes are computed anew. */
function RuleInput({ table, field }: { table: StageTable; field: FormField }) {
  const { t } = useApp()
  const form = useForm()
  return (
    <ValueInput
      field={field}
      at={`values.${field.key}`}
      value={form.content.values[field.key]}
      change={next =>
        form.change(old => {
          const { [field.key]: before, ...others } = old.values
          const rule = next(before)
          return {
            values: rule === undefined || isEmpty(rule) ? others : { ...others, [field.key]: rule },
            rows: old.rows && setRowsRule(table, old.rows, { before, rule, language: t.language }),
          }
        })
      }
    />
  )
}

/** What a person can do with the rows, and which row is open. */
function useRowActions(input: {
  form: Form
  table: StageTable
  fields: readonly FormField[]
  /** Called with the key of the row that got the scanned code. */
  onScanned: (key: string) => void
}) {
  const { form, table, fields, onScanned } = input
  const { t } = useApp()
  const rows = form.content.rows ?? []
  const [openKey, setOpenKey] = useState<string | null>(() => rows.find(row => row.code === '')?.key ?? null)
  const change = (next: (rows: LogRow[]) => LogRow[]) => form.change(old => ({ rows: next(old.rows ?? []) }))

  /** Adds one scan: as the code of a row that has none yet, else as a new row that resembles the last one. */
  function addScan(text: string): Feedback {
    const scan = parseScan(text)
    if (scan.kind === 'none') return { tone: 'bad', text: t('h5.codes.notACode') }
    const { code } = scan
    let feedback: Feedback = { tone: 'good', text: t('h5.codes.added', { code }) }
    change(old => {
      if (old.some(row => row.code === code)) {
        feedback = { tone: 'bad', text: t('h5.codes.duplicate', { code }) }
        return old
      }
      const waiting = old.find(row => row.code === '')
      if (waiting) {
        setOpenKey(waiting.key)
        onScanned(waiting.key)
        return old.map(row => (row === waiting ? { ...row, code, at: Date.now(), check: { state: 'unchecked' } } : row))
      }
      if (old.length >= tableRows) {
        feedback = { tone: 'bad', text: t('h5.codes.full', { max: tableRows }) }
        return old
      }
      const added = nextRow(old, code)
      setOpenKey(added.key)
      onScanned(added.key)
      return [...old, added]
    })
    return feedback
  }

  function nextRow(old: readonly LogRow[], code: string): LogRow {
    const last = old[old.length - 1]?.values ?? {}
    const logNumber = table.fields.includes('logNumber') ? nextLogNumber(last.logNumber) : undefined
    const values = { ...commonRowValues(table, fields, last), ...(logNumber && { logNumber }) }
    return { key: newId(), code, at: Date.now(), check: { state: 'unchecked' }, values }
  }

  function add() {
    const added = nextRow(rows, '')
    change(old => [...old, added])
    setOpenKey(added.key)
  }

  function copy(row: LogRow, columns: readonly FormField[]) {
    const added = copyRow(row, columns, newId(), Date.now())
    change(old => old.flatMap(one => (one.key === row.key ? [one, added] : [one])))
    setOpenKey(added.key)
  }

  function remove(removed: readonly LogRow[]) {
    const keys = new Set(removed.map(row => row.key))
    change(old => old.filter(one => !keys.has(one.key)))
  }

  return { openKey, setOpenKey, change, addScan, add, copy, remove }
}

function RemoveRowsDialog(props: {
  removing: readonly LogRow[]
  rows: readonly LogRow[]
  onClose: () => void
  onRemove: () => void
}) {
  const { removing, rows, onClose, onRemove } = props
  const { t } = useApp()
  const numbers = removing.map(row => String(rows.findIndex(one => one.key === row.key) + 1))
  return (
    <Dialog
      title={t('h5.rows.removeAsk', { n: new Intl.ListFormat(t.locale).format(numbers) })}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button button-bad" onClick={onRemove}>
            {t('h5.rows.remove')}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </>
      }
    >
      {removing.map(row => (
        <p key={row.key} className="code-text">
          {row.code}
        </p>
      ))}
    </Dialog>
  )
}
