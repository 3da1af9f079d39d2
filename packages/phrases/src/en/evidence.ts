/** Certificates and forms. */
export const evidence = {
  evidence: 'Certificates and forms',
  'evidence.document': 'Certificate or form',
  'evidence.document.code': 'Code',
  'evidence.document.name': 'Name',
  'evidence.document.type': 'Type',
  'evidence.document.file': 'File',
  'evidence.document.remark': 'Remarks',
} as const
