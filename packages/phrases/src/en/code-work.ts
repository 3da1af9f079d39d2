/** Working with codes: selections, labels and their layouts, files, the life of one code. */
export const codeWork = {
  'code.request.stageTypeHint':
    'Where the goods are when the codes are put on them. Regular: in the regular course, every stage is open. In stock: in a warehouse already, open from warehouse entry (stage 6) on. Out of stock: as they leave it, open from factory delivery (stage 7) on.',
  'code.request.updateStageHint': 'The stage that reports propose when these codes are scanned or chosen.',
} as const
