import type { codeWork as english } from '../en/code-work.ts'

/** Travail avec les codes : sélections, étiquettes et mises en page, fichiers, vie d’un code. */
export const codeWork = {
  'code.request.stageTypeHint':
    'Où se trouve la marchandise quand les codes y sont apposés. Ordinaire : dans le cours normal, toutes les étapes sont ouvertes. En stock : déjà en entrepôt, étapes ouvertes à partir de l’entrée en entrepôt (étape 6). Hors stock : à la sortie, à partir de la sortie d’usine (étape 7).',
  'code.request.updateStageHint': 'L’étape que proposent les déclarations quand ces codes sont scannés ou choisis.',
} as const satisfies Record<keyof typeof english, string>
