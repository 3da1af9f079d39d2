import type { ErrorLevel } from '@timbermark/contract'
import { codeLength } from '@timbermark/codes'
import { qrMatrix, traceAddress } from '../../../platform/qr.ts'

/** Modules a side of the symbols on labels: all addresses of a site have the same length. */
export const symbolModules = (publicUrl: string, level: ErrorLevel): number =>
  qrMatrix(traceAddress(publicUrl, '0'.repeat(codeLength)), level).size
