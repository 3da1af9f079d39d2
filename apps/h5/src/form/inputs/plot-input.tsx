import { useId } from 'react'
import { useOutbox } from '../../app/context.ts'
import { plotChoicesPath } from '../../app/offline-calls.ts'
import { useCachedAnswer } from '../../app/use-cached-answer.ts'
import { Field, type FieldFrame } from '../../ui/field.tsx'

/** The number of a plot, typed or chosen: those that the server named last, and those that wait on this phone. */
export function PlotInput(props: { frame: FieldFrame; value: string; onChange: (value: string) => void }) {
  const { frame, value, onChange } = props
  const { data = [] } = useCachedAnswer<{ number: string; name: string }[]>(plotChoicesPath)
  const { plots } = useOutbox()
  const listId = useId()
  const waiting = plots.filter(({ state }) => state !== 'draft' && state !== 'refused').map(({ content }) => content)
  const known = new Map([...waiting, ...data].map(({ number, name }) => [number, name]))
  return (
    <Field frame={frame}>
      {input => (
        <>
          <input
            {...input}
            type="text"
            list={listId}
            autoComplete="off"
            spellCheck={false}
            maxLength={50}
            value={value}
            onChange={event => onChange(event.target.value)}
          />
          <datalist id={listId}>
            {[...known].map(([number, name]) => (
              <option key={number} value={number}>
                {name}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
