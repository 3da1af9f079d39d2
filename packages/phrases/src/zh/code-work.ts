import type { codeWork as english } from '../en/code-work.ts'

/** 编码的使用：选择、标签与版式、文件、单个码的历程。 */
export const codeWork = {
  'code.request.stageTypeHint':
    '贴码时货物所处的状态。常规：随正常流程，所有环节均可上报；在库：货物已在仓库中，自工厂入库（第 6 环节）起可上报；出库：货物出库时贴码，自工厂产品出库（第 7 环节）起可上报。',
  'code.request.updateStageHint': '扫描或选择这些编码上报时默认建议的环节。',
} as const satisfies Record<keyof typeof english, string>
