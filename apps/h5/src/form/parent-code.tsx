import type { Stage } from '@timbermark/contract'
import { useId } from 'react'
import { useApp } from '../app/context.ts'
import { CodeInput } from './code-input.tsx'
import { useForm } from './form-context.ts'

/**
 * The package or container of the codes. A packing puts the codes into it. Any other stage only names where they are,
 * unless the person says that this report puts them into it.
 */
export function ParentCode({ stage }: { stage: Stage }) {
  const { t } = useApp()
  const form = useForm()
  const hintId = useId()
  const { parentCode, linkCodes = false } = form.content
  const isPacking = stage.shape === 'aggregation'
  return (
    <>
      <CodeInput
        frame={{
          at: 'parentCode',
          label: t('h5.parentCode'),
          required: isPacking,
          hint: t(isPacking ? 'h5.parentCode.hint' : 'h5.parentCode.where'),
          problem: form.problem('parentCode'),
        }}
        value={parentCode}
        onChange={code => form.change({ parentCode: code })}
      />
      {!isPacking && parentCode !== '' && (
        <div className="field">
          <label className="tick">
            <input
              type="checkbox"
              className="tick-box"
              checked={linkCodes}
              aria-describedby={hintId}
              onChange={event => form.change({ linkCodes: event.target.checked })}
            />
            {t('h5.parentCode.link')}
          </label>
          <p id={hintId} className="field-hint">
            {t('h5.parentCode.linkHint')}
          </p>
        </div>
      )}
    </>
  )
}
