import type { ParameterKey } from '@timbermark/contract'
import type { PhraseKey } from '@timbermark/phrases'

/** A delivered parameter: built in, changed by people, never deleted. */
export interface Parameter {
  key: ParameterKey
  title: PhraseKey
  /** Empty where it says nothing until somebody writes it. */
  value: string
  /** Value in a demonstration (`npm start`), where it is another one. */
  demo?: string
  /** Readable without a permission (sign-in page, footer). */
  public?: boolean
}

export const delivered: readonly Parameter[] = [
  { key: 'sys.account.captchaEnabled', title: 'config.captchaEnabled', value: 'true', public: true },
  // Registering is one of the things that a demonstration shows; who registers waits for an administrator all the same.
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
