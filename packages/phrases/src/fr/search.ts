/** The search over all screens: what is found, and what a code is. */
export const search = {
  'search.placeholder': 'Code, lot, document, produit, personne ou page',
  'search.screens': 'Pages',
  'search.similar': 'Pages au nom voisin',
  'search.recent': 'Trouvés récemment',
  'search.all': 'Tout afficher dans la liste',
  'search.waiting': 'Recherche en cours',
  'search.failed': 'La recherche est restée sans réponse.',
  'search.empty': 'Aucun résultat',
  'search.tooShort': 'Saisissez au moins deux lettres',
  'search.hint':
    'Saisissez ou collez ce que vous voulez : un code avec son adresse, un numéro de lot ou de document, un nom. Une douchette convient aussi.',
  'search.code': 'Code',
  'search.code.open': 'Tout sur ce code',
  'search.code.lastStage': 'Dernière étape',
  'search.code.visits': 'Scans et vérifications',
  'search.code.counts': '{scans} scans · {checks} vérifications justes · {wrong} fausses',
  'search.code.report': 'Déclarer une étape',
  'search.code.spoil': 'Signaler abîmé',
  'search.code.mistyped': 'Erreur de saisie : comparez le groupe {group} avec l’étiquette',
  'search.code.elsewhere':
    'Code authentique, mais que vous ne pouvez pas ouvrir ici : il appartient à une autre entreprise ou sort de votre portée de données',
  'search.code.unknown': '{code} a la forme d’un code, mais aucune entreprise ne l’a émis',
  'search.code.incomplete': 'Un code a {expected} caractères ; celui-ci en a {n}',
} as const
