/** The code that newcomers scan, and a verb of the statistics. */
export const statsSample = {
  'action.recount': 'Recompter',
  'stats.sample.title': 'Scannez ce code avec votre téléphone',
  'stats.sample.hint':
    'Visez-le avec l’appareil photo du téléphone. Votre page de traçabilité s’ouvre, comme pour un acheteur ; cette étape se coche une ou deux minutes après.',
  'stats.sample.host': 'Le téléphone doit pouvoir atteindre {host}.',
  'stats.sample.none': 'Aucun code n’est encore créé. Demandez d’abord des codes et soumettez la demande (étape 3).',
  'stats.sample.making': 'Vos codes sont en cours de création. Revenez dans un instant.',
} as const
