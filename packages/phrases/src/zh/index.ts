import type { Phrases } from '../index.ts'
import { h5 } from './h5.ts'
import { h5Form } from './h5-form.ts'
import { trace } from './trace.ts'
import { office } from './office.ts'
import { officeStart } from './office-start.ts'

export const zh = { ...officeStart, ...office, ...h5, ...h5Form, ...trace } as const satisfies Phrases
