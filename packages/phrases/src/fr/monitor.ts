import type { monitor as english } from '../en/monitor.ts'

/** Logs and sessions. */
export const monitor = {
  'monitor.internalNetwork': 'Réseau interne',
  'monitor.log.clean': 'Vider',
  'monitor.log.cleanTitle': 'Vider tout le journal ?',
  'monitor.log.cleanText':
    'Toutes les entrées sont supprimées, pas seulement celles affichées. Exportez-les d’abord si elles peuvent servir.',
  'monitor.log.cleaned': 'Le journal a été vidé',
  'monitor.logininfor.unlockTitle': 'Déverrouiller le compte {name} ?',
  'monitor.logininfor.unlockText': 'Le compteur d’échecs repart de zéro ; l’utilisateur peut réessayer aussitôt.',
  'monitor.logininfor.unlocked': 'Le compte {name} est déverrouillé',
  'monitor.online.current': 'cette session',
  'monitor.online.own': 'C’est votre propre session ; déconnectez-vous plutôt',
  'monitor.online.endTitle': 'Déconnecter {name} ?',
  'monitor.online.endText': 'Ce qui n’est pas enregistré est perdu. L’utilisateur peut se reconnecter.',
  'monitor.online.endSelected': 'Forcer la déconnexion ({n})',
  'monitor.online.endSeveral': 'Terminer les {n} sessions sélectionnées ?',
  'monitor.online.ended': 'Sessions terminées : {n}',
  'monitor.online.noneEnded': 'Cet utilisateur n’est pas connecté',
} as const satisfies Record<keyof typeof english, string>
