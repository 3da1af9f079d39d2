import { materialErrors } from './material-errors.ts'
import type { plausible as english } from '../en/plausible.ts'

/** Ce qui ne concorde pas dans une déclaration, chaque fois en une phrase avec ses nombres, et les questions posées. */
export const plausible = {
  // Volumes that do not add up are refused where reports are checked.
  ...materialErrors,
  'error.stage.unconfirmed': 'Une donnée paraît incohérente : corrigez-la ou justifiez-la',
  'error.plausible.smallEndWider': 'Le petit bout ({small} cm) est plus large que le gros bout ({large} cm)',
  'error.plausible.measureMissing': 'La règle « {rule} » exige « {label} »',
  'error.plausible.measureBelow': 'La règle « {rule} » vaut pour les grumes dont « {label} » est d’au moins {limit}',
  'error.plausible.measureAbove': 'La règle « {rule} » vaut pour les grumes dont « {label} » est d’au plus {limit}',
  'error.plausible.measuredVolume': 'Selon la règle « {rule} », la valeur de « {label} » doit être de {right} m³',
  'error.plausible.logVolumeImpossible':
    'Il ne peut pas y avoir {volume} m³ dans ce bois : {pieces} × {thick} cm × {long} m font au plus {most} m³. Corrigez les mesures, le volume ou le nombre de billes',
  'error.plausible.outputAboveInput': 'Il sort plus de bois ({output} m³) qu’il n’en entre ({input} m³)',
  'error.plausible.residuesAboveInput':
    'Le bois obtenu ({output} m³) et les connexes ({residues} m³) dépassent ensemble ce qui entre ({input} m³)',
  'error.plausible.dateFuture': '« {label} » est trop loin dans le futur : {day}',
  'error.plausible.logVolume':
    'Les diamètres et la longueur donnent {expected} m³ (diamètre moyen, nombre de billes : {pieces}), mais {volume} m³ sont déclarés',
  'error.plausible.speciesChanged': 'L’essence qui sort est {species}, alors que {expected} est entré',
  'error.plausible.datePlanned': '« {label} » est dans le futur : {day}',
  'error.plausible.happenedLater': '« {label} » est le {day}, après l’étape elle-même, qui a eu lieu le {otherDay}',
  'error.plausible.madeBeforeBought':
    'La fabrication date du {day}, avant l’achat de la matière première le {otherDay}',
  'error.plausible.pieceSize':
    'Les dimensions donnent {expected} m³ (nombre de pièces : {pieces}), mais {volume} m³ sont déclarés',
  'error.plausible.pieceVolume': 'Volume {volume} m³, nombre de pièces {pieces} : cela fait {each} m³ par pièce',
  'error.plausible.speciesOther': 'L’essence déclarée est {species}, mais celle de ce lot est {expected}',
  'error.plausible.yieldUnusual':
    'De {input} m³ entrés, il sort {output} m³ : un rendement de {yield} %. Ici, {from} à {to} % sont habituels pour cette étape et cette essence',
  'error.plausible.speciesContradicted':
    'L’essence déclarée est {species} ({name}), mais celle de ce lot est {expected} ({otherName})',
  'error.plausible.speciesReplaced':
    'L’essence qui sort est {species} ({name}), alors que {expected} ({otherName}) est entré : aucune transformation ne change l’essence',
  'error.plausible.volumeAboveEarlier':
    'Avec cette déclaration, le volume du lot à cette étape est de {total} m³, mais à l’étape « {stage} » il n’est que de {before} m³',
  'error.plausible.piecesAboveMade':
    'Avec cette déclaration, {total} pièces du lot sont comptées, mais à l’étape « {stage} » {before} seulement ont été fabriquées',
  'error.plausible.beforeEarlierStage': 'Cela a eu lieu le {day}, avant l’étape « {stage} » du {otherDay}',
  'error.plausible.afterLaterStage': 'Cela a eu lieu le {day}, après l’étape « {stage} » du {otherDay}',
  'error.plausible.tooFast':
    'L’étape « {stage} » du {otherDay} a été déclarée à {distance} km d’ici, à {hours} {hours|heure|heures} d’intervalle : rien ne voyage aussi vite',
  'error.plausible.outsideCountry':
    'La position se trouve dans ce pays : {found}, mais la déclaration indique : {country}',
  'error.plausible.atSea': 'La position {longitude}, {latitude} se trouve en pleine mer',
  'error.plausible.outsidePlot': 'La position se trouve à {distance} m hors de la parcelle {plot}',
  'error.plausible.paperSpecies':
    'Le document {paper} vaut pour {expected} ({otherName}), mais le bois est {species} ({name})',
  'error.plausible.paperExpired': 'Le document {paper} a expiré le {otherDay}, avant le jour déclaré, le {day}',
  'error.plausible.paperTooEarly':
    'Le document {paper} n’est valable qu’à partir du {otherDay}, après le jour déclaré, le {day}',
  'field.confirmed': 'Réponses aux questions',
  'field.rule': 'Question',
  'error.plausible.citesPermitMissing':
    'La CITES inscrit {name} à l’annexe {appendix} (liste du {day}) : indiquez le permis CITES avec lequel ces bois passent la frontière',
  'error.plausible.citesPermitAsked':
    'La CITES inscrit {name} à l’annexe {appendix} avec des exceptions ({annotation}, liste du {day}) : indiquez le permis CITES, ou dites pourquoi ces produits s’en passent',
  'error.plausible.citesPermitUndated':
    'Le permis CITES {paper} n’a pas de dernier jour : indiquez dans le document jusqu’à quand il est valable',
  'error.plausible.citesPermitInvalid':
    'Le permis CITES {paper} n’est pas valable le {day}, jour du passage de la frontière (limite : {otherDay})',
  'stage.paperUnit.volume': 'm³',
  'stage.paperUnit.pieces': 'pièces',
  'error.plausible.paperQuantityMissing':
    'Le document {paper} couvre une quantité : indiquez sous « {label} » combien en est utilisé',
  'error.plausible.paperOverdrawn':
    'Avec cette déclaration, {total} {paperUnit} sont imputés à cette étape sur le document {paper}, qui couvre {most} {paperUnit}',
  'error.plausible.paperElsewhere':
    'Le permis {paper} a été utilisé le {otherDay} à {distance} km d’ici, à {hours} {hours|heure|heures} d’écart : il ne peut être à deux endroits',
  'error.plausible.citesPermitUnlimited':
    'Le permis CITES {paper} n’indique aucune quantité. Saisissez avec le document combien il couvre, ou dites pourquoi il n’en indique pas',
} as const satisfies Record<keyof typeof english, string>
