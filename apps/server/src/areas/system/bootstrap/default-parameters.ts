import type { ParameterKey } from '@timbermark/contract'
import type { PhraseKey } from '@timbermark/phrases'

/** A built-in parameter: people may change it, but not delete it. */
export interface DefaultParameter {
  key: ParameterKey
  title: PhraseKey
  /** Empty where there is no default. */
  value: string
  /** Value in a demonstration (`npm start`), where it differs. */
  demo?: string
  /** Readable without a permission (sign-in page, footer). */
  public?: boolean
}

export const defaultParameters: readonly DefaultParameter[] = [
  { key: 'sys.account.captchaEnabled', title: 'config.captchaEnabled', value: 'true', public: true },
  // A demonstration shows registration; registered users still wait for an administrator.
  { key: 'sys.account.registerUser', title: 'config.registerUser', value: 'false', demo: 'true', public: true },
  { key: 'sys.account.strongPassword', title: 'config.strongPassword', value: 'true', demo: 'false', public: true },
  { key: 'sys.account.identificationPassword', title: 'config.identificationPassword', value: 'false', demo: 'true' },
  { key: 'sys.account.initPasswordModify', title: 'config.initPasswordModify', value: 'false' },
  { key: 'sys.session.hours', title: 'config.sessionHours', value: '12' },
  { key: 'sys.site.filing', title: 'config.filing', value: '', public: true },
  { key: 'sys.watch.speedKmh', title: 'config.watchSpeedKmh', value: '1000' },
  { key: 'sys.watch.placesMost', title: 'config.watchPlacesMost', value: '3' },
  { key: 'sys.watch.placesDays', title: 'config.watchPlacesDays', value: '30' },
  { key: 'sys.watch.crossVisits', title: 'config.watchCrossVisits', value: '3' },
  { key: 'sys.watch.warnDays', title: 'config.watchWarnDays', value: '30' },
  { key: 'sys.index.sideTheme', title: 'config.sideTheme', value: 'theme-dark', public: true },
]
