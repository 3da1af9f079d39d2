import { newId } from '@timbermark/client'
import type { StageTable } from '@timbermark/contract/stages'
import { useState } from 'react'
import { useApp } from '../app/context.ts'
import type { FormField } from '../report/form-model.ts'
import { isBlank, toList, toTable } from '../report/rows.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useForm } from './form-context.ts'

/** Whether all codes of the report share one set of values, or each log has its own. */
export function TableSwitch({ table, fields }: { table: StageTable; fields: readonly FormField[] }) {
  const { t } = useApp()
  const form = useForm()
  const [asking, setAsking] = useState(false)
  const rows = form.content.rows
  // A pending picture must be placed in the field it was chosen for.
  const busy = form.pendingFields.length > 0
  const choose = (asTable: boolean) => {
    if (asTable === (rows !== undefined)) return
    if (asTable) return form.change(old => toTable(old, table, fields, newId))
    // More than one log means that sizes are lost.
    if ((rows ?? []).filter(row => !isBlank(row)).length > 1) return setAsking(true)
    form.change(old => toList(old))
  }
  return (
    <>
      <fieldset className="field">
        <legend>{t('h5.rows.how')}</legend>
        <div className="options segmented">
          <button
            type="button"
            className="option"
            aria-pressed={rows === undefined}
            disabled={busy}
            onClick={() => choose(false)}
          >
            {t('h5.rows.same')}
          </button>
          <button
            type="button"
            className="option"
            aria-pressed={rows !== undefined}
            disabled={busy}
            onClick={() => choose(true)}
          >
            {t('h5.rows.each')}
          </button>
        </div>
      </fieldset>
      {asking && (
        <Dialog
          title={t('h5.rows.loseAsk')}
          onClose={() => setAsking(false)}
          actions={
            <>
              <button
                type="button"
                className="button button-bad"
                onClick={() => {
                  setAsking(false)
                  form.change(old => toList(old))
                }}
              >
                {t('h5.rows.lose')}
              </button>
              <button type="button" className="button" onClick={() => setAsking(false)}>
                {t('action.cancel')}
              </button>
            </>
          }
        >
          <p>{t('h5.rows.loseText')}</p>
        </Dialog>
      )}
    </>
  )
}
