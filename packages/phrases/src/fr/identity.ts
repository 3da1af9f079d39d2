import type { identity as english } from '../en/identity.ts'

/** Signing in by an identity of the messaging platform, and binding one to an account. */
export const identity = {
  'shell.authRedirect.title': 'Connexion par la messagerie',
  'shell.authRedirect.working': 'Connexion en cours…',
  'shell.authRedirect.nothing':
    'Rien n’est en attente ici. Connectez-vous, ou recommencez la connexion par la messagerie.',
  'shell.authRedirect.again': 'Réessayer',
  'shell.authRedirect.off':
    'La connexion par la messagerie n’est pas activée ici. Connectez-vous avec compte et mot de passe.',
  'shell.authRedirect.outside':
    'La messagerie n’identifie les personnes que dans son application. Ouvrez-y ce site, ou connectez-vous avec compte et mot de passe.',
  'shell.authRedirect.expired':
    'Cette connexion a expiré, a déjà servi ou a été commencée dans un autre navigateur. Recommencez-la.',
  'shell.authRedirect.cancelled':
    'Vous n’avez pas donné votre accord sur la page de la messagerie. Rien n’a été associé, personne n’a été connecté.',
  'shell.authRedirect.visitor':
    'La messagerie a ouvert sa page en mode aperçu et ne vous a pas identifié. Choisissez le service complet en bas de la page, puis réessayez.',
  'shell.authRedirect.app':
    'La messagerie n’accepte pas l’application de ce site pour le moment. Prévenez l’exploitant du site ; la connexion avec compte et mot de passe reste possible.',
  'shell.authRedirect.code':
    'La confirmation de la messagerie était pour une autre application, ou a déjà servi. Réessayez.',
  'shell.authRedirect.down':
    'La messagerie ne répond pas pour le moment. Réessayez plus tard, ou connectez-vous avec compte et mot de passe.',
  'shell.authRedirect.busy': 'Trop de connexions depuis votre réseau en ce moment. Réessayez dans une minute.',
  'shell.bind.title': 'Identité de messagerie',
  'shell.bind.unbound':
    'L’identité « {name} » n’est pas encore associée à un compte. Connectez-vous une fois avec compte et mot de passe pour l’associer ; la messagerie vous connectera ensuite.',
  'shell.bind.unnamed': 'sans nom',
  'shell.bind.submitSignIn': 'Se connecter et associer',
  'shell.bind.back': 'Revenir sans associer',
  'shell.bind.confirm':
    'Associer l’identité « {name} » au compte {account} ? Elle pourra alors s’y connecter sans mot de passe.',
  'shell.bind.submit': 'Associer',
  'shell.bind.done': 'L’identité est associée',
  'shell.bind.signedOut':
    'Ouvrez cette page dans l’application de la messagerie pour vous connecter par elle, ou connectez-vous avec compte et mot de passe.',
  'shell.bind.list': 'Ces identités de la messagerie connectent le compte {account}.',
  'shell.bind.none': 'Aucune identité n’est associée au compte {account}.',
  'shell.bind.begin': 'Associer une identité',
  'shell.bind.inApp': 'Pour en associer une, ouvrez cette page dans l’application de la messagerie : {address}',
  'shell.bind.off': 'L’exploitant du site n’a pas activé la connexion par la messagerie.',
  'shell.bind.app': 'Application {app}',
  'shell.bind.since': 'Associée le {date}',
  'shell.bind.used': 'dernier usage le {date}',
  'shell.bind.unused': 'pas encore utilisée',
  'shell.bind.undo': 'Dissocier',
  'shell.bind.undoTitle': 'Dissocier cette identité ?',
  'shell.bind.undoText':
    'L’identité « {name} » ne connectera plus ce compte. Compte et mot de passe le connectent toujours.',
  'shell.bind.undone': 'L’identité est dissociée',
} as const satisfies Record<keyof typeof english, string>
