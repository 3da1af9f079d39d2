import type { stats as english } from '../en/stats.ts'

/** Dashboard. */
export const stats = {
  'stats.welcome': 'Bienvenue, {name}',
  'stats.everybody': 'Toutes les entreprises',
  'stats.codes': 'Codes QR',
  'stats.scans': 'Lectures',
  'stats.checks': 'Vérifications anti-contrefaçon',
  'stats.products': 'Produits',
  'stats.batches': 'Lots',
  'stats.activeRequests': 'Demandes de codes en cours',
  'stats.trend': 'Évolution des lectures',
  'stats.cities': 'Top 10 des villes de lecture',
  'stats.recent': 'Dernières déclarations d’étape',
  'stats.day': 'Jour',
  'stats.noScans': 'Aucune lecture pour l’instant',
  'stats.noReports': 'Aucune déclaration pour l’instant',
  'stats.unknownPlace': 'Lieu inconnu',
} as const satisfies Record<keyof typeof english, string>
