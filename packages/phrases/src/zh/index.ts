import type { Phrases } from '../index.ts'
import { citesGoods } from './cites-goods.ts'
import { custodyPaper } from './custody-paper.ts'
import { figures } from './figures.ts'
import { h5 } from './h5.ts'
import { h5Change } from './h5-change.ts'
import { h5Walk } from './h5-walk.ts'
import { h5Custody } from './h5-custody.ts'
import { h5Form } from './h5-form.ts'
import { help } from './help.ts'
import { readingPages } from './reading-pages.ts'
import { trace } from './trace.ts'
import { office } from './office.ts'
import { officeStart } from './office-start.ts'
import { signIn } from './sign-in.ts'
import { verifier } from './verifier.ts'

export const zh = {
  ...officeStart,
  ...office,
  ...figures,
  ...signIn,
  ...custodyPaper,
  ...citesGoods,
  ...h5,
  ...h5Change,
  ...h5Walk,
  ...h5Custody,
  ...h5Form,
  ...readingPages,
  ...trace,
  ...help,
  ...verifier,
} as const satisfies Phrases
