import { isTask, job, type Field, tasks } from '@timbermark/contract'
import { Form } from 'antd'
import { KindControl } from '../../entity/controls/control.tsx'
import type { ControlProps } from '../../entity/controls/control-props.ts'
import { isFilesKind } from '@timbermark/contract'
import { useT } from '../../shell/index.ts'

type Args = Record<string, unknown>

function parseArgs(text: string | undefined | null): Args {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null ? (value as Args) : {}
  } catch {
    return {}
  }
}

/** Arguments of the task that is chosen in the same form, each with its own control; the value is the text of a JSON object. */
export function ArgsControl({ value, onChange, id, disabled }: ControlProps<string>) {
  const t = useT()
  const task: unknown = Form.useWatch('task')
  if (!isTask(task)) return <span className="tm-muted">–</span>
  const args = parseArgs(value)
  const fields = Object.entries(tasks[task].args as Record<string, Field>)
  return (
    <div className="tm-args">
      <p className="tm-muted">{t(`monitor.job.about.${task}`)}</p>
      {fields.length === 0 && <p className="tm-muted">{t('monitor.job.noArgs')}</p>}
      {fields.map(([name, field]) => {
        const label = t.from(`${labelPrefix}.${name}`)
        return (
          <div key={name} className="tm-arg">
            <label htmlFor={`${id}-${name}`}>{label}</label>
            {!isFilesKind(field) && (
              <KindControl
                id={`${id}-${name}`}
                kind={field}
                required={field.required}
                disabled={disabled}
                value={args[name]}
                labelOf={option => t.from(`${labelPrefix}.${name}.${option}`)}
                onChange={argument => {
                  const { [name]: _, ...others } = args
                  onChange?.(
                    JSON.stringify(argument === null || argument === '' ? others : { ...others, [name]: argument }),
                  )
                }}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}

const labelPrefix = `${job.area}.${job.name}.arg`
