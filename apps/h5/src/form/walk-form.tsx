import { formatNumber } from '@timbermark/client'
import { useEffect, useMemo, useState } from 'react'
import { useApp } from '../app/context.ts'
import { firstRefusalReason } from '../app/texts.ts'
import type { Problem } from '../report/check.ts'
import type { LocalPlot, PlotContent } from '../report/local-plot.ts'
import { checkPlot, hectaresOf, shapeProblems } from '../report/plot-check.ts'
import { advanceWalk, type Walk, type WalkEvent, worstAccuracy } from '../report/walk.ts'
import { Choices } from '../ui/choices.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, FieldSet } from '../ui/field.tsx'
import { Notice } from '../ui/page.tsx'
import { WalkFacts } from '../views/walk-facts.tsx'
import { WalkOutline } from '../views/walk-outline.tsx'
import { CountryInput } from './inputs/choice-input.tsx'
import { TextInput } from './inputs/plain-input.tsx'
import { SendPage, useSending } from './send-page.tsx'
import { type FixState, useFixes, useScreenOn } from './use-fixes.ts'
import { useWorkingCopy } from './use-working-copy.ts'

/** Walks a plot: each position is stored on the phone as it is measured; without a network the plot is sent later. */
export function WalkForm(props: { plot: LocalPlot; isNew: boolean; onFirstSave: () => void }) {
  const { plot, isNew, onFirstSave } = props
  const { t } = useApp()
  const { content, change, submit, isElsewhere } = useWorkingCopy(plot, isNew, onFirstSave)
  const { walk } = content
  const sending = useSending(
    plot,
    () => checkPlot(content),
    () => submit(content),
  )
  const problemAt = (at: keyof PlotContent) => textOf(sending.problems.find(one => one.at === at))
  const textOf = (problem: Problem | undefined) => problem?.phrase && t(problem.phrase, problem.params)
  const apply = (event: WalkEvent) => change(old => ({ walk: advanceWalk(old.walk, event) }))
  const state = useFixes(walk.state !== 'finished', fix => {
    if (walk.state === 'walking') apply({ type: 'fix', ...fix })
  })
  useScreenOn(walk.state === 'walking')

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when a walk is opened again that was left while walking.
  useEffect(() => {
    // Where the person went meanwhile is unknown.
    if (!isNew && walk.state === 'walking') apply({ type: 'pause' })
  }, [])

  const faults = useMemo(() => (walk.state === 'finished' ? shapeProblems(walk) : []), [walk])
  const [shown = sending.problems.find(({ at }) => at === 'walk')] = faults
  const textInput = (key: 'name' | 'number' | 'producer', max: number, required: boolean) => (
    <Field frame={{ at: key, label: t(`material.plot.${key}`), required, problem: problemAt(key) }}>
      {input => (
        <TextInput input={input} max={max} value={content[key]} onChange={value => change(() => ({ [key]: value }))} />
      )}
    </Field>
  )

  return (
    <SendPage
      title={t('h5.tile.walk')}
      back="/"
      label={t('h5.walk.send')}
      item={plot}
      sending={sending}
      isElsewhere={isElsewhere}
      refusal={plot.refusal && <Notice tone="bad">{firstRefusalReason(t, plot.refusal)}</Notice>}
    >
      <section className="card" data-at="walk">
        {walk.state === 'idle' && (
          <FieldSet frame={{ at: 'mode', label: t('material.plot.kind'), hint: t(`h5.walk.hint.${walk.mode}`) }}>
            <Choices
              values={['outline', 'point'] as const}
              chosen={walk.mode}
              label={one => t(`h5.walk.mode.${one}`)}
              onChoose={mode => apply({ type: 'mode', mode })}
            />
          </FieldSet>
        )}
        <Reception state={state} walk={walk} />
        <WalkButtons walk={walk} apply={apply} />
        <WalkOutline
          walk={walk}
          here={typeof state === 'object' && walk.state !== 'finished' ? state.fix : undefined}
        />
        <WalkFacts walk={walk} hectares={hectaresOf(walk)} />
        {shown && <p className="field-problem">{textOf(shown)}</p>}
      </section>
      <section className="card">
        {textInput('name', 100, true)}
        {textInput('number', 50, true)}
        <Field
          frame={{ at: 'country', label: t('material.plot.country'), required: true, problem: problemAt('country') }}
        >
          {input => (
            <CountryInput input={input} value={content.country} onChange={country => change(() => ({ country }))} />
          )}
        </Field>
        {textInput('producer', 200, false)}
        {walk.mode === 'point' && (
          <Field
            frame={{
              at: 'declaredArea',
              label: t('material.plot.declaredArea'),
              unit: t('unit.ha'),
              problem: problemAt('declaredArea'),
            }}
          >
            {input => (
              <input
                {...input}
                type="text"
                inputMode="decimal"
                maxLength={12}
                value={content.declaredArea}
                onChange={event => change(() => ({ declaredArea: event.target.value }))}
              />
            )}
          </Field>
        )}
      </section>
    </SendPage>
  )
}

/** How well the phone knows where it is, and what that means for the walk. */
function Reception({ state, walk }: { state: FixState; walk: Walk }) {
  const { t } = useApp()
  if (walk.state === 'finished') return null
  if (state === 'denied' || state === 'unsupported') return <Notice tone="bad">{t(`h5.walk.${state}`)}</Notice>
  if (state === 'searching') return <Notice>{t('h5.walk.searching')}</Notice>
  const metres = formatNumber(Math.round(state.fix.accuracy), t.language)
  const isGood = state.fix.accuracy <= worstAccuracy
  return (
    <p className={isGood ? 'walk-reception good' : 'walk-reception bad'} role="status">
      {t(isGood ? 'h5.walk.accurate' : 'h5.walk.inaccurate', { metres, max: worstAccuracy })}
    </p>
  )
}

/** What can be done with the walk in its state; each is large enough for a thumb. */
function WalkButtons({ walk, apply }: { walk: Walk; apply: (event: WalkEvent) => void }) {
  const { t } = useApp()
  const [isAsking, setAsking] = useState(false)
  const { state, positions } = walk
  const button = (type: 'start' | 'pause' | 'resume' | 'undo' | 'finish', isMain = false) => (
    <button
      type="button"
      className={isMain ? 'button button-main' : 'button'}
      disabled={(type === 'undo' || type === 'finish') && positions.length === 0}
      onClick={() => apply({ type })}
    >
      {t(`h5.walk.${type}`)}
    </button>
  )
  return (
    <div className="walk-buttons">
      {state === 'idle' && button('start', true)}
      {state === 'walking' && button('pause')}
      {(state === 'paused' || state === 'finished') && button('resume', state === 'paused')}
      {state !== 'idle' && button('undo')}
      {(state === 'walking' || state === 'paused') && button('finish', state === 'walking')}
      {state === 'finished' && (
        <button type="button" className="button" onClick={() => setAsking(true)}>
          {t('h5.walk.again')}
        </button>
      )}
      {isAsking && (
        <Dialog
          title={t('h5.walk.againAsk')}
          onClose={() => setAsking(false)}
          actions={
            <>
              <button
                type="button"
                className="button button-bad"
                onClick={() => {
                  setAsking(false)
                  apply({ type: 'again' })
                }}
              >
                {t('h5.walk.again')}
              </button>
              <button type="button" className="button" onClick={() => setAsking(false)}>
                {t('action.cancel')}
              </button>
            </>
          }
        >
          <p>{t('h5.walk.againText', { n: positions.length })}</p>
        </Dialog>
      )}
    </div>
  )
}
