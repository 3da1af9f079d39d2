import type { wechat as english } from '../en/wechat.ts'

/** The messaging platform: accounts and people known from it. */
export const wechat = {
  wechat: 'Messagerie',
  'wechat.user': 'Utilisateur de la messagerie',
  'wechat.user.nickname': 'Pseudonyme',
  'wechat.user.avatar': 'Avatar',
  'wechat.user.firstSeen': 'Première visite',
  'wechat.user.lastSeen': 'Dernière visite',
  'wechat.user.visits': 'Visites',
  'wechat.identity': 'Identité de messagerie',
  'wechat.account.signIn': 'Demander aux lecteurs de la page de traçabilité qui ils sont',
  'wechat.account.signInHint':
    'Seulement dans le navigateur de la messagerie, une fois, par sa page de consentement. Qui refuse lit la page tout de même. Les utilisateurs peuvent alors aussi se connecter par la messagerie, après avoir associé leur identité.',
  'wechat.account': 'Compte de messagerie',
  'wechat.account.enabled': 'En service',
  'wechat.account.enabledHint': 'Tant qu’il est désactivé, rien n’est envoyé à la messagerie.',
  'wechat.account.verifyFile': 'Fichier de vérification de l’hôte',
  'wechat.account.verifyFileHint':
    'La messagerie le fournit avant la connexion et l’emploi des scripts. Saisissez son nom ; il se trouve alors à la racine de {host}.',
  'wechat.account.service': 'Compte de service',
  'wechat.account.appId': 'ID du compte de service',
  'wechat.account.secret': 'Secret du compte de service',
  'wechat.account.codeKey': 'Clé de déchiffrement des codes',
  'wechat.account.codeKeyHint':
    '16 caractères que la messagerie envoie en accordant les codes. Nécessaires aux demandes de codes seulement.',
  'wechat.account.mini': 'Mini-programme',
  'wechat.account.miniAppId': 'ID du mini-programme',
  'wechat.account.miniSecret': 'Secret du mini-programme',
  'wechat.account.miniPath': 'Chemin habituel',
  'wechat.account.kept': 'Enregistré ; saisir pour remplacer',
  'wechat.account.secretHint': 'Conservé chiffré, jamais réaffiché.',
  'wechat.account.entrance': 'Point d’entrée du mini-programme',
  'wechat.account.entranceHint':
    'Partie de l’adresse par laquelle votre mini-programme se connecte et résout les scans : /api/wechat/mini/…',
  'wechat.account.console': 'À saisir dans la console de la messagerie',
  'wechat.account.host': 'Hôte pour l’autorisation web et les scripts',
  'wechat.account.callback': 'Adresse de retour',
  'wechat.account.check': 'Tester la connexion',
  'wechat.account.checkOk': 'La messagerie accepte ces identifiants',
  'wechat.account.checkFailed': 'La messagerie n’accepte pas ces identifiants',
  'wechat.account.forget': 'Oublier le compte',
  'wechat.account.forgetTitle': 'Oublier le compte et ses secrets ?',
  'wechat.account.forgetText': 'Les demandes de codes s’arrêtent où elles en sont. Les codes récupérés restent.',
  'wechat.account.forgotten': 'Compte oublié',
  'wechat.account.none':
    'Aucun compte pour l’instant. Saisissez ce que la console de la messagerie indique pour votre compte de service.',
} as const satisfies Record<keyof typeof english, string>
