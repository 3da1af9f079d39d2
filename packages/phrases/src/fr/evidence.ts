import type { evidence as english } from '../en/evidence.ts'

export const evidence = {
  evidence: 'Certificats et formulaires',
  'evidence.document': 'Certificat ou formulaire',
  'evidence.document.code': 'Code',
  'evidence.document.name': 'Nom',
  'evidence.document.type': 'Type',
  'evidence.document.file': 'Fichier',
  'evidence.document.remark': 'Remarques',
  'role.superAdmin': 'Administrateur système',
  'role.platformOperator': 'Opérateur de plateforme',
  'role.enterpriseAdmin': "Administrateur d'entreprise",
  'role.enterpriseClerk': "Employé d'entreprise",
  'role.codePrinter': 'Imprimeur de codes',
  'role.fieldReporter': 'Déclarant de terrain',
  'role.certifier': 'Certificateur',
  'role.dealer': 'Revendeur',
  'role.trader': 'Négociant',
  'role.auditor': 'Auditeur',
} as const satisfies Record<keyof typeof english, string>
