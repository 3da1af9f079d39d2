import type { helpSheet as english } from '../en/help-sheet.ts'

export const helpSheet = {
  'help.steps': 'Comment faire',
  'help.words': 'Les mots expliqués',
  'help.next': 'La suite',
  'help.none': 'Cette page a été ajoutée par votre administrateur. Il n’y a pas d’aide à son sujet ici.',
  'help.handbook.of': 'Pour {name}, {enterprise}, {date}',
  'help.handbook.about':
    'Il contient toutes les pages que vos rôles permettent d’ouvrir, dans l’ordre du menu, et en explique les mots. Imprimez-le, ou enregistrez-le en PDF depuis la boîte d’impression.',
  'help.handbook.contents': 'Sommaire',
  'help.handbook.comma': ', ',
  'help.lists': 'Dans une liste, « Vues enregistrées » garde filtres, colonnes et ordre dans un onglet au-dessus.',
  'help.keys': 'La touche ? ouvre l’aide de chaque page, Échap la ferme, Ctrl+K cherche.',
} as const satisfies Record<keyof typeof english, string>
