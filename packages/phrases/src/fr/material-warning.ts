/** The board of warnings about wood. */
export const materialWarning = {
  'material.warning.about':
    'Du bois dont le compte n’y est pas. Chaque ligne ouvre sa liste ; dessous, les personnes qui peuvent agir.',
  'material.warning.nothing':
    'Rien à signaler : tout le bois a une origine, chaque solde est la somme de ses écritures, aucune parcelle n’empiète, aucune déclaration n’est mise en question.',
  'material.warning.who': 'Peuvent agir : {names}',
  'material.warning.whoMore': 'Peuvent agir : {names} et d’autres',
  'material.warning.operator': 'L’opérateur de la plateforme le voit aussi et doit agir.',
  'material.warning.nobody': 'Personne n’a le droit d’agir ici. Un administrateur le donne par un rôle.',
  'material.warning.person': '{name} ({role})',
} as const
