import type { CheckAnswer } from '@timbermark/contract/trace'
import { type FormEvent, useRef } from 'react'
import { type IslandProps, type JudgedCheck, useLive } from '../live.ts'
import { findCodeFault, normalizeSecurityCode } from '../security-code.ts'
import { Result } from './Result.tsx'

export interface CheckRequest {
  securityCode: string
  captcha?: { uuid: string; text: string }
}
/** Asks the server; a refusal rejects with an error whose message is for the reader. */
export type SubmitCheck = (request: CheckRequest) => Promise<CheckAnswer>

/** The security code check: one field, and an unambiguous answer. */
export function Check({ facts, texts, format, store, submitCheck }: IslandProps & { submitCheck: SubmitCheck }) {
  const live = useLive(store)
  const ready = live.format !== null
  const input = useRef<HTMLInputElement>(null)
  const picture = useRef<HTMLInputElement>(null)
  // The page may be redrawn while an answer is pending, so this state is in the store and not in the component.
  const { challenge, problem, isChecking: busy } = live

  async function submitCode(solved: boolean) {
    const securityCode = normalizeSecurityCode(input.current?.value ?? '')
    const fault = findCodeFault(securityCode, facts.code)
    const text = picture.current?.value.trim() ?? ''
    if (fault) return refuse(texts.t(`trace.check.${fault}`), input.current)
    if (solved && challenge && !text) return refuse(texts.t('trace.check.challenge.empty'), picture.current)
    store.set({ isChecking: true, problem: '' })
    try {
      const answer = await submitCheck({
        securityCode,
        captcha: solved && challenge ? { uuid: challenge.uuid, text } : undefined,
      })
      settle(answer)
    } catch (error) {
      const problem = error instanceof Error && error.message ? error.message : texts.t('trace.check.unavailable')
      store.set({ check: null, problem })
      // A picture is valid once: fetch the next one and keep the message.
      if (solved && challenge) await submitCheck({ securityCode }).then(settle, () => undefined)
    } finally {
      store.set({ isChecking: false })
      showAnswer()
    }
  }

  /** Stores an answer. One without a judgement still brings new counts; lower counts belong to an older answer. */
  function settle(answer: CheckAnswer) {
    if (picture.current) picture.current.value = ''
    const knownChecks = store.get().counts?.checks ?? facts.counts.checks
    store.set({
      challenge: answer.challenge ?? null,
      check: answer.outcome === 'notJudged' ? null : (answer as JudgedCheck),
      ...(answer.checks >= knownChecks ? { counts: answer } : {}),
    })
  }

  function refuse(message: string, field: HTMLInputElement | null) {
    store.set({ problem: message })
    field?.focus()
    showAnswer()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy) void submitCode(challenge !== null)
  }

  return (
    <>
      <p id="check-intro">{texts.t('trace.check.intro')}</p>
      <form className="check-form" onSubmit={submit} noValidate>
        <label htmlFor="security-code">{texts.t('trace.check.label')}</label>
        <div className="check-row">
          <input
            id="security-code"
            className="code-input"
            ref={input}
            type="text"
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            maxLength={80}
            placeholder={texts.t('trace.check.placeholder')}
            aria-describedby="check-hint check-problem"
            aria-invalid={problem !== '' && challenge === null}
          />
          {!challenge && <Submit busy={busy} ready={ready} texts={texts} />}
        </div>
        <p className="hint" id="check-hint">
          {texts.t('trace.check.hint')}
        </p>
        {challenge && (
          <fieldset className="challenge">
            <legend>{texts.t('trace.check.challenge')}</legend>
            <img
              src={toPictureUrl(challenge.image)}
              alt={texts.t('trace.check.challenge.image')}
              width="160"
              height="60"
            />
            <button type="button" className="link-button" disabled={busy} onClick={() => void submitCode(false)}>
              {texts.t('trace.check.challenge.other')}
            </button>
            <label htmlFor="challenge-text">{texts.t('trace.check.challenge.label')}</label>
            <div className="check-row">
              <input
                id="challenge-text"
                className="code-input"
                ref={picture}
                type="text"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={12}
                aria-describedby="check-problem"
              />
              <Submit busy={busy} ready={ready} texts={texts} />
            </div>
          </fieldset>
        )}
        <p className="problem" id="check-problem" role="alert">
          {problem}
        </p>
      </form>
      <div id="check-answer" aria-live="polite" aria-atomic="true">
        {live.check && <Result answer={live.check} texts={texts} format={live.format ?? format} store={store} />}
      </div>
    </>
  )
}

/**
 * Scrolls the result of a check, or the problem just above it, into view: on a phone the field is often at the lower edge. Finds
 * it by id, because the page may have been redrawn meanwhile. What is visible already does not move.
 */
const showAnswer = () =>
  requestAnimationFrame(() => document.getElementById('check-answer')?.scrollIntoView({ block: 'nearest' }))

/** Disabled until the script runs, so that the browser cannot submit the form by itself. */
function Submit({ busy, ready, texts }: { busy: boolean; ready: boolean } & Pick<IslandProps, 'texts'>) {
  return (
    <button type="submit" className="button" disabled={!ready} aria-disabled={busy}>
      {texts.t(busy ? 'trace.check.running' : 'trace.check.submit')}
    </button>
  )
}

/** The URL of a captcha picture. The server sends an address, or plain base64 of an svg, png, gif or jpeg. */
export function toPictureUrl(image: string): string {
  if (/^(data:image\/|blob:|\/)/.test(image) && !/^\/9j\//.test(image)) return image
  const type = image.startsWith('iVBOR')
    ? 'png'
    : image.startsWith('R0lG')
      ? 'gif'
      : image.startsWith('/9j/')
        ? 'jpeg'
        : 'svg+xml'
  return image.trimStart().startsWith('<')
    ? `data:image/svg+xml,${encodeURIComponent(image)}`
    : `data:image/${type};base64,${image}`
}
