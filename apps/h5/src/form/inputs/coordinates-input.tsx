import { localiseNumber, readTypedDegrees } from '@timbermark/client'
import type { Language } from '@timbermark/contract'
import { useEffect, useId, useRef, useState } from 'react'
import { useApp } from '../../app/context.ts'
import { findPosition } from '../../platform/position.ts'
import { applyLatePosition } from '../../report/late-position.ts'
import type { FieldValue, Position } from '../../report/report.ts'
import { type FieldFrame, FieldSet } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'

type Search = { state: 'idle' } | { state: 'searching' } | { state: 'failed' } | { state: 'found'; accuracy: number }

/**
 * Longitude and latitude, from the phone's position or typed. An incomplete coordinate is stored as NaN, so that the
 * check before sending finds it.
 */
export function CoordinatesInput(props: {
  frame: FieldFrame
  value: FieldValue | null | undefined
  /** Computes the new value from the current one. `quiet`: the page searched by itself, not the person. */
  change: (
    next: <Value extends FieldValue>(old: Value | undefined) => Value | Position | undefined,
    quiet?: boolean,
  ) => void
  /** Looks for the position at once, when the form is new. */
  searchFirst?: boolean
}) {
  const { frame, value, change, searchFirst = false } = props
  const { t } = useApp()
  const pair: Position = Array.isArray(value) ? (value as Position) : [Number.NaN, Number.NaN]
  const [texts, setTexts] = useState(() => pair.map(one => typedText(one, t.language)))
  // The texts follow the value when it changes from outside, not while they are typed.
  if (!texts.every((text, index) => Object.is(parse(text, t.language, index), pair[index])))
    setTexts(pair.map(one => typedText(one, t.language)))
  const [search, setSearch] = useState<Search>({ state: 'idle' })

  // Counts the person's actions, searches and typing: only the latest one takes effect.
  const latestAction = useRef(0)

  async function find(quiet: boolean) {
    const action = ++latestAction.current
    setSearch({ state: 'searching' })
    const fix = await findPosition()
    if (latestAction.current !== action) return
    if (!fix) return setSearch({ state: 'failed' })
    change(now => applyLatePosition(value, now, fix.position), quiet)
    setSearch({ state: 'found', accuracy: fix.accuracy })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the form opens.
  useEffect(() => {
    if (searchFirst && value === null) void find(true)
  }, [])

  function type(index: 0 | 1, text: string) {
    const next = texts.map((old, other) => (other === index ? text : old))
    setTexts(next)
    latestAction.current++
    // The typed text replaces a found position and cancels a running search.
    if (search.state !== 'failed') setSearch({ state: 'idle' })
    const typed: Position = [parse(next[0]!, t.language, 0), parse(next[1]!, t.language, 1)]
    change(() => (next.every(one => one.trim() === '') ? undefined : typed))
  }

  return (
    <FieldSet frame={{ ...frame, hint: t('h5.coordinates.format') }}>
      <button type="button" className="button" disabled={search.state === 'searching'} onClick={() => void find(false)}>
        <Icon name="pin" size={20} />
        {t(search.state === 'searching' ? 'h5.position.searching' : 'h5.position.use')}
      </button>
      <p className="field-status" role="status">
        {search.state === 'failed' && <span className="bad">{t('h5.position.failed')}</span>}
        {search.state === 'found' && t('h5.position.accuracy', { n: Math.round(search.accuracy) })}
      </p>
      <div className="pair">
        <Degrees label={t('h5.latitude')} text={texts[1]!} onChange={text => type(1, text)} />
        <Degrees label={t('h5.longitude')} text={texts[0]!} onChange={text => type(0, text)} />
      </div>
    </FieldSet>
  )
}

function Degrees({ label, text, onChange }: { label: string; text: string; onChange: (text: string) => void }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input id={id} type="text" autoComplete="off" value={text} onChange={event => onChange(event.target.value)} />
    </div>
  )
}

const typedText = (value: number, language: Language) =>
  Number.isNaN(value) ? '' : localiseNumber(String(value), language)

function parse(text: string, language: Language, index: number): number {
  const degrees = readTypedDegrees(text, language, index === 0 ? 'longitude' : 'latitude')
  return typeof degrees === 'string' ? Number(degrees) : Number.NaN
}
