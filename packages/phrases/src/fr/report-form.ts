import type { reportForm as english } from '../en/report-form.ts'

export const reportForm = {
  'h5.codes.scan': 'Scanner les codes',
  'h5.photo.take': 'Prendre une photo',
  'h5.file.choose': 'Choisir des fichiers',
  'h5.ask.title': 'Est-ce bien exact ?',
  'h5.ask.text':
    'Une partie de votre saisie est peu vraisemblable. Corrigez-la, ou dites pourquoi c’est ainsi : votre motif reste avec la déclaration.',
  'h5.ask.reason': 'Motif',
  'h5.ask.missing': 'Indiquez un motif, ou revenez corriger',
  'h5.ask.back': 'Revenir corriger',
  'h5.ask.confirm': 'C’est exact, envoyer',
} as const satisfies Record<keyof typeof english, string>
