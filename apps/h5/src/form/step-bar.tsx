import { useLayoutEffect, useRef } from 'react'
import { useApp } from '../app/context.ts'
import type { FormStep } from '../report/steps.ts'
import { Icon } from '../ui/icons.tsx'

/** The current step of a long form; each step can be opened directly. */
export function StepBar(props: {
  steps: readonly FormStep[]
  at: number
  /** Does the step still have missing or wrong fields? */
  open: (step: number) => boolean
  onStep: (step: number) => void
}) {
  const { steps, at, open, onStep } = props
  const { t } = useApp()
  const title = useRef<HTMLHeadingElement>(null)
  const renderedStep = useRef(at)
  // A layout effect, so that it runs before a form part is scrolled into view.
  useLayoutEffect(() => {
    if (renderedStep.current === at) return
    renderedStep.current = at
    window.scrollTo(0, 0)
    title.current?.focus({ preventScroll: true })
  }, [at])
  const name = (step: FormStep) =>
    step.key === 'codes' || step.key === 'papers' || step.key === 'more'
      ? t(`h5.steps.${step.key}`)
      : t(`stage.group.${step.key}`)
  return (
    <nav className="steps" aria-label={t('h5.steps')}>
      <ol>
        {steps.map((step, place) => (
          <li key={step.key}>
            <button
              type="button"
              className={open(place) ? 'step' : 'step step-done'}
              aria-current={place === at ? 'step' : undefined}
              aria-label={`${t('h5.steps.at', { n: place + 1, all: steps.length })}: ${name(step)}`}
              onClick={() => onStep(place)}
            >
              {open(place) ? place + 1 : <Icon name="good" size={20} />}
            </button>
          </li>
        ))}
      </ol>
      <h2 ref={title} tabIndex={-1}>
        <span className="card-note">{t('h5.steps.at', { n: at + 1, all: steps.length })}</span> {name(steps[at]!)}
      </h2>
    </nav>
  )
}
