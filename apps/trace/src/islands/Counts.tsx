import { formatNumber } from '../format.ts'
import { type IslandProps, type LiveState, useLive } from '../live.ts'
import { LiveMoment } from './LiveMoment.tsx'

/** How often the code was scanned and checked, and when first; includes this visit as soon as it is counted. */
export function Counts({ facts, texts, format, store, onShare, onDecline }: IslandProps & PositionActions) {
  const live = useLive(store)
  const scans = live.scan?.scans ?? facts.counts.scans
  const firstScan = live.scan?.firstScanAt ?? facts.counts.firstScanAt
  const { checks, wrongChecks, firstCheckAt, firstRightAt } = live.counts ?? facts.counts
  const time = (at: string | null) =>
    at ? <LiveMoment at={at} format={format} store={store} /> : texts.t('trace.scan.never')
  const count = (n: number) => formatNumber(n, live.format ?? format)
  return (
    <>
      <dl className="counts">
        <div>
          <dt>{texts.t('trace.scan.scans')}</dt>
          <dd className="figure" data-count="scans" data-proof="stated" suppressHydrationWarning>
            {count(scans)}
          </dd>
          <dt className="minor">{texts.t('trace.scan.firstScan')}</dt>
          <dd className="minor" data-first="scan" data-proof="stated">
            {time(firstScan)}
          </dd>
        </div>
        <div>
          <dt>{texts.t('trace.scan.checks')}</dt>
          <dd className="figure" data-count="checks" data-proof="stated" suppressHydrationWarning>
            {count(checks)}
          </dd>
          {wrongChecks > 0 && (
            <dd className="minor" data-count="right-and-wrong" data-proof="stated" suppressHydrationWarning>
              {texts.t('trace.scan.rightAndWrong', { right: count(checks - wrongChecks), wrong: count(wrongChecks) })}
            </dd>
          )}
          <dt className="minor">{texts.t('trace.scan.firstCheck')}</dt>
          <dd className="minor" data-first="check" data-proof="stated">
            {time(firstCheckAt)}
          </dd>
          {wrongChecks > 0 && (
            <>
              <dt className="minor">{texts.t('trace.scan.firstRight')}</dt>
              <dd className="minor" data-first="right" data-proof="stated">
                {time(firstRightAt)}
              </dd>
            </>
          )}
        </div>
      </dl>
      <div role="status">
        {live.scan?.first && <p className="good">{texts.t('trace.scan.isFirst')}</p>}
        {live.scanFailed && <p className="small">{texts.t('trace.scan.failed')}</p>}
        <PositionNote position={live.position} texts={texts} onShare={onShare} onDecline={onDecline} />
      </div>
    </>
  )
}

export interface PositionActions {
  onShare: () => void
  onDecline: () => void
}

/** Asks for the position in the page's own words before the browser does, and shows the result. */
function PositionNote({
  position,
  texts,
  onShare,
  onDecline,
}: { position: LiveState['position'] } & Pick<IslandProps, 'texts'> & PositionActions) {
  switch (position) {
    case 'asking':
      return (
        <section className="ask" aria-labelledby="ask">
          <div>
            <h3 id="ask">{texts.t('trace.position.heading')}</h3>
            <p>{texts.t('trace.position.why')}</p>
          </div>
          <p className="buttons">
            <button type="button" className="button" onClick={onShare}>
              {texts.t('trace.position.share')}
            </button>
            <button type="button" className="quiet-button" onClick={onDecline}>
              {texts.t('trace.position.decline')}
            </button>
          </p>
        </section>
      )
    case 'declined':
      return (
        <p className="small">
          <button type="button" className="link-button" onClick={onShare}>
            {texts.t('trace.position.share')}
          </button>
        </p>
      )
    case 'idle':
      return null
    default:
      return (
        <p className="small" data-position={position}>
          {texts.t(`trace.position.${position}`)}
        </p>
      )
  }
}
