import type { system as english } from '../en/system.ts'

export const system = {
  'config.captchaEnabled': 'Code de vérification à la connexion',
  'config.registerUser': 'Inscription libre',
  'config.strongPassword': 'Mots de passe forts (8 caractères au moins)',
  'config.filing': 'Mention légale du pied de page',
  'config.sideTheme': 'Thème de la barre latérale',
  'stage.circulation.full': 'Chaîne complète (18 étapes)',
  'system.profile': 'Centre personnel',
  'system.profile.oldPassword': 'Ancien mot de passe',
  'system.profile.newPassword': 'Nouveau mot de passe',
  'action.submitRequest': 'Soumettre',
  'action.state': "Changer l'état",
  'action.security': 'Voir les codes de sécurité',
  'action.print': 'Imprimer',
  'action.report': 'Déclarer',
} as const satisfies Record<keyof typeof english, string>
