import { materialErrors } from './material-errors.ts'

/** What does not fit in a report, each as a sentence with its numbers, and the questions about it. */
export const plausible = {
  // Volumes that do not add up are refused where reports are checked.
  ...materialErrors,
  'error.stage.unconfirmed': 'Something in this report is unlikely. Correct it, or say why it is so',
  'error.plausible.smallEndWider': 'The small end ({small} cm) is wider than the large end ({large} cm)',
  'error.plausible.measureMissing': 'The rule “{rule}” needs “{label}”',
  'error.plausible.measureBelow': 'The rule “{rule}” is for logs with “{label}” of at least {limit}',
  'error.plausible.measureAbove': 'The rule “{rule}” is for logs with “{label}” of at most {limit}',
  'error.plausible.measuredVolume': 'By the rule “{rule}”, “{label}” must be {right} m³',
  'error.plausible.logVolumeImpossible':
    'There cannot be {volume} m³ in this wood: {pieces} × {thick} cm × {long} m is {most} m³ at most. Correct the measures, the volume or the number of logs',
  'error.plausible.outputAboveInput': 'More comes out ({output} m³) than goes in ({input} m³)',
  'error.plausible.residuesAboveInput':
    'Output ({output} m³) and residues ({residues} m³) together are more than what goes in ({input} m³)',
  'error.plausible.dateFuture': '“{label}” lies too far in the future: {day}',
  'error.plausible.logVolume':
    'Diameters and length give {expected} m³ (mean diameter, number of logs: {pieces}), but {volume} m³ is reported',
  'error.plausible.speciesChanged': '{species} comes out, though {expected} went in',
  'error.plausible.datePlanned': '“{label}” lies in the future: {day}',
  'error.plausible.happenedLater': '“{label}” is {day}, later than the stage itself, which happened on {otherDay}',
  'error.plausible.madeBeforeBought': 'It was made on {day}, before its raw material was bought on {otherDay}',
  'error.plausible.pieceSize':
    'The dimensions give {expected} m³ (number of pieces: {pieces}), but {volume} m³ is reported',
  'error.plausible.pieceVolume': 'Volume {volume} m³, number of pieces {pieces}: that is {each} m³ each',
  'error.plausible.speciesOther': 'The species reported is {species}, but these goods are {expected}',
  'error.plausible.yieldUnusual':
    'Of {input} m³ that went in, {output} m³ came out: a yield of {yield} %. Here {from} to {to} % is usual for this stage and species',
  'error.plausible.speciesContradicted':
    'The species reported is {species} ({name}), but these goods are {expected} ({otherName})',
  'error.plausible.speciesReplaced':
    'What comes out is {species} ({name}), though {expected} ({otherName}) went in: processing changes no species',
  'error.plausible.volumeAboveEarlier':
    'With this report the volume of the batch at this stage is {total} m³, but at the stage “{stage}” it is only {before} m³',
  'error.plausible.piecesAboveMade':
    'With this report {total} pieces of the batch are counted, but at the stage “{stage}” only {before} were made',
  'error.plausible.beforeEarlierStage': 'This happened on {day}, before the stage “{stage}” of {otherDay}',
  'error.plausible.afterLaterStage': 'This happened on {day}, after the stage “{stage}” of {otherDay}',
  'error.plausible.tooFast':
    'The stage “{stage}” of {otherDay} was reported {distance} km from here, {hours} {hours|hour|hours} apart: nothing travels that fast',
  'error.plausible.outsideCountry': 'The position lies in {found}, but the report names {country}',
  'error.plausible.atSea': 'The position {longitude}, {latitude} lies on the open sea',
  'error.plausible.outsidePlot': 'The position is {distance} m outside of the plot {plot}',
  'error.plausible.paperSpecies':
    'The paper {paper} is for {expected} ({otherName}), but the wood is {species} ({name})',
  'error.plausible.paperExpired': 'The paper {paper} expired on {otherDay}, before the day of the report, {day}',
  'error.plausible.paperTooEarly': 'The paper {paper} is valid from {otherDay} on, after the day of the report, {day}',
  'field.confirmed': 'Answers to questions',
  'field.rule': 'Question',
  'error.plausible.citesPermitMissing':
    'CITES lists {name} in appendix {appendix} (list of {day}): name the CITES permit with which these goods cross the border',
  'error.plausible.citesPermitAsked':
    'CITES lists {name} in appendix {appendix} with exceptions ({annotation}, list of {day}): name the CITES permit, or say why these goods need none',
  'error.plausible.citesPermitUndated':
    'The CITES permit {paper} has no last day: enter until when it is valid with the paper',
  'error.plausible.citesPermitInvalid':
    'The CITES permit {paper} is not valid on {day}, when the goods cross the border (limit: {otherDay})',
  'stage.paperUnit.volume': 'm³',
  'stage.paperUnit.pieces': 'pieces',
  'error.plausible.paperQuantityMissing':
    'The paper {paper} covers a quantity: enter under “{label}” how much of it is used',
  'error.plausible.paperOverdrawn':
    'With this report {total} {paperUnit} are drawn at this stage on the paper {paper}, which covers {most} {paperUnit}',
  'error.plausible.paperElsewhere':
    'The permit {paper} was used on {otherDay} {distance} km from here, {hours} {hours|hour|hours} apart: it cannot be in two places',
  'error.plausible.citesPermitUnlimited':
    'The CITES permit {paper} states no quantity. Enter with the paper how much it covers, or say why it states none',
} as const
