import type { evidence as english } from '../en/evidence.ts'

export const evidence = {
  evidence: 'Certificats et formulaires',
  'evidence.document': 'Certificat ou formulaire',
  'evidence.document.code': 'Code',
  'evidence.document.name': 'Nom',
  'evidence.document.type': 'Type',
  'evidence.document.file': 'Fichier',
  'evidence.document.remark': 'Remarques',
} as const satisfies Record<keyof typeof english, string>
