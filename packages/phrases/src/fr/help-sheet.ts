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
  'help.handbook.picture': 'La page « {screen} »',
  'help.handbook.phone': 'Sur le téléphone',
  'help.handbook.phone.about':
    'Sur le terrain, les étapes se déclarent au téléphone, à l’adresse {address}. Une fois ouverte avec réseau, la page fonctionne aussi sans réseau.',
  'help.handbook.phone.1': 'Connectez-vous avec le compte créé par le bureau et placez la page sur l’écran d’accueil.',
  'help.handbook.phone.2': 'Scannez un code : la page propose l’étape suivante. Ou choisissez d’abord l’étape.',
  'help.handbook.phone.3':
    'Remplissez ce que demande le formulaire. Pour des grumes, chaque scan mène au premier diamètre ; la touche Entrée mène au suivant, et après la longueur au prochain scan.',
  'help.handbook.phone.4':
    'Envoyez. Sans réseau, la déclaration attend sur le téléphone et part d’elle-même plus tard ; d’ici là, n’effacez pas les données de la page.',
  'help.handbook.phone.5':
    '« Mes déclarations » montre ce qui est envoyé et ce qui est refusé, avec la raison : corrigez et renvoyez. Une erreur dans une déclaration envoyée se signale au bureau à cet endroit.',
  'help.handbook.comma': ', ',
  'help.lists': 'Dans une liste, « Vues enregistrées » garde filtres, colonnes et ordre dans un onglet au-dessus.',
  'help.keys': 'La touche ? ouvre l’aide de chaque page, Échap la ferme, Ctrl+K cherche.',
} as const satisfies Record<keyof typeof english, string>
