import { codeLength } from '@timbermark/codes'
import { Sign } from '../islands/VerdictStrip.tsx'
import type { Texts } from '../texts.ts'
import type { Language, TraceState } from '../types.ts'
import { Rings } from './Rings.tsx'
import { CodeGroups, isMessagingCode } from './CodeGroups.tsx'

/** A form for a code; works without scripts (`GET /c?code=`). */
export function CodeForm({ texts, code, label }: { texts: Texts; code?: string; label?: 'trace.enter.another' }) {
  return (
    <form className="enter" action="/c" method="get" data-enter="">
      <label htmlFor="code">{texts.t(label ?? 'trace.enter.label')}</label>
      <div className="check-row">
        <input
          id="code"
          name="code"
          className="code-input"
          type="text"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={2000}
          defaultValue={code}
          aria-describedby="code-hint"
        />
        <button type="submit" className="button">
          {texts.t('trace.enter.submit')}
        </button>
      </div>
      <p className="hint" id="code-hint">
        {texts.t('trace.enter.hint')}
      </p>
    </form>
  )
}

/** A code as it was typed; in groups when it has the form of the platform's codes. */
function TypedCode({ code }: { code: string }) {
  const isPlatform = isMessagingCode(code)
  return (
    <p className={`mono typed-code${isPlatform ? ' typed-groups' : ''}`}>
      {isPlatform ? <CodeGroups code={code} /> : code.slice(0, 60)}
    </p>
  )
}

type UnknownCode = Omit<Extract<TraceState, { kind: 'unknown' }>, 'kind'>

/**
 * The page for an unknown code, with advice. Only a whole code that differs from every issued one speaks against the item: not a
 * text that is none, nor one typing error.
 */
export function Unknown({ code, why, group, texts }: UnknownCode & { texts: Texts }) {
  // The first hint is the most frequent typing error.
  const n = [...code.replace(/[\s-]/g, '')].length
  const isWrongLength = n > 0 && n !== codeLength
  const sign = why === 'neverIssued' ? 'unknown' : 'unavailable'
  return (
    <div className="state">
      <section className="card" aria-labelledby="state">
        <div className={`verdict verdict-${sign}`} data-verdict="unknown" data-why={why}>
          <Sign kind={sign} />
          <div className="verdict-text">
            <h1 id="state" translate="no">
              {texts.t(`trace.unknown.${why}.heading`)}
            </h1>
            <TypedCode code={code} />
            <p>{texts.t(`trace.unknown.${why}.note`, { of: codeLength, group: group ?? 0 })}</p>
          </div>
        </div>
        <ul className="hints">
          {isWrongLength && <li>{texts.t('trace.unknown.hint.count', { n, of: codeLength })}</li>}
          <li>{texts.t('trace.unknown.hint.type')}</li>
          {why === 'neverIssued' && <li>{texts.t('trace.unknown.hint.printed')}</li>}
          {why !== 'mistyped' && <li>{texts.t('trace.unknown.hint.seller')}</li>}
        </ul>
        <CodeForm texts={texts} code={code.slice(0, 60)} />
      </section>
    </div>
  )
}

/** The page for a foreign code on goods of several enterprises: only the reader can see which name is printed next to it. */
export function Several({
  code,
  enterprises,
  language,
  texts,
}: {
  code: string
  enterprises: readonly { name: string; code: string }[]
  language: Language
  texts: Texts
}) {
  return (
    <div className="state">
      <section className="card" aria-labelledby="state">
        <div className="verdict verdict-unavailable" data-verdict="several">
          <Sign kind="unavailable" />
          <div className="verdict-text">
            <h1 id="state">{texts.t('trace.several.heading')}</h1>
            <TypedCode code={code} />
            <p>{texts.t('trace.several.note')}</p>
          </div>
        </div>
        <ul className="hints">
          {enterprises.map(one => (
            <li key={one.code}>
              <a href={`/c/${one.code}?lang=${language}`}>{one.name}</a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

/** The page for a failure of the platform: neither for nor against the item. */
export function Unavailable(props: { code: string; url: string; texts: Texts }) {
  return <ServiceProblem {...props} reason="unavailable" />
}

/** The page for more readers than can be served now. */
export function Busy(props: { code: string; url: string; texts: Texts }) {
  return <ServiceProblem {...props} reason="busy" />
}

function ServiceProblem({
  reason,
  code,
  url,
  texts,
}: {
  reason: 'unavailable' | 'busy'
  code: string
  url: string
  texts: Texts
}) {
  return (
    <div className="state">
      <section className="card" aria-labelledby="state">
        <div className="verdict verdict-unavailable" data-verdict="unavailable">
          <Sign kind="unavailable" />
          <div className="verdict-text">
            <h1 id="state">{texts.t(`trace.${reason}.heading`)}</h1>
            {code && <TypedCode code={code} />}
            <p>{texts.t(`trace.${reason}.note`)}</p>
          </div>
        </div>
        <p className="buttons">
          <a className="button" href={url}>
            {texts.t('trace.unavailable.retry')}
          </a>
        </p>
      </section>
    </div>
  )
}

/** The page without a code. */
export function Welcome({ texts }: { texts: Texts }) {
  return (
    <div className="state welcome">
      <section className="card" aria-labelledby="state">
        <div className="welcome-rings">
          <Rings code="timbermark" />
        </div>
        <div className="welcome-text">
          <h1 id="state">{texts.t('trace.welcome.heading')}</h1>
          <p className="lead">{texts.t('trace.welcome.note')}</p>
          <CodeForm texts={texts} />
          <h2>{texts.t('trace.welcome.what')}</h2>
          <ul className="hints">
            <li>{texts.t('trace.welcome.what.journey')}</li>
            <li>{texts.t('trace.welcome.what.check')}</li>
            <li>{texts.t('trace.welcome.what.proof')}</li>
          </ul>
        </div>
      </section>
    </div>
  )
}
