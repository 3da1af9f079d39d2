import type { access as english } from '../en/access.ts'

export const access = {
  'system.profile.oldPassword': 'Ancien mot de passe',
  'system.profile.newPassword': 'Nouveau mot de passe',
  'shell.login.passwordRequired': 'Saisissez votre mot de passe',
  'shell.register.confirmRequired': 'Saisissez de nouveau le mot de passe',
  'shell.password.confirm': 'Confirmer le nouveau mot de passe',
  'shell.password.oldRequired': 'Saisissez l’ancien mot de passe',
  'shell.password.newRequired': 'Saisissez le nouveau mot de passe',
  'shell.password.mismatch': 'Les deux mots de passe saisis sont différents',
  'shell.factor.title': 'Validation en deux étapes',
  'shell.factor.code': 'Code',
  'shell.factor.codeRequired': 'Saisissez le code',
  'shell.factor.password': 'Votre mot de passe',
  'shell.factor.codesTitle': 'Conservez vos codes de secours',
  'shell.factor.codesLead':
    'Sans votre téléphone, chacun de ces codes permet une connexion, une seule fois. Ils ne seront plus affichés.',
  'shell.factor.kept': 'J’ai conservé les codes de secours',
} as const satisfies Record<keyof typeof english, string>
