/** Yields by month. */
export const materialYield = {
  'material.yield.month': 'Mois',
  'material.yield.stage': 'Étape',
  'material.yield.species': 'Essence',
  'material.yield.input': 'Entrée (m³)',
  'material.yield.output': 'Sortie (m³)',
  'material.yield.percent': 'Rendement, %',
  'material.yield.bandFrom': 'Habituel dès, %',
  'material.yield.bandTo': 'Habituel jusqu’à, %',
  'material.yield.band': 'Plage',
  'material.yield.learned': 'd’après vos déclarations',
  'material.yield.first': 'plage de départ',
  'material.yield.records': 'Déclarations',
  'material.yield.outside': 'Hors de la plage',
  'material.yield.picture': 'Rendement par mois, avec la plage habituelle',
  'material.yield.monthsOutside': 'Mois avec des déclarations hors plage',
  'material.yield.about':
    'De {from} à {to} (fuseau horaire : {zone}). La plage d’un mois est ce qu’enseignent les déclarations d’avant.',
  'material.yield.empty': 'Aucune transformation avec ses deux volumes n’a été déclarée pendant ces mois.',
  'material.yield.openOutside': 'Voir les déclarations signalées',
} as const
