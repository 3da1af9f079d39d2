/** What may be refused because volumes do not add up. */
export const materialErrors = {
  'error.material.overdrawn':
    'Batch {batch} has {there} m³ of {species} as {form}: {wanted} m³ cannot be taken from it',
  'error.material.speciesMissing': 'Batch {batch} has no {species} as {form}: {wanted} m³ cannot be taken from it',
  'error.material.reliedUpon': 'Later records rely on this wood: {records}. Correct or withdraw them first',
  'error.material.giverLacks':
    'The enterprise that offers the goods has less of this wood than it offered. Ask it for another offer with the right volume',
  'error.material.holderLacks':
    'The enterprise that invited you has less of this wood by its records. Check species and volume, or ask it which of its records is missing',
  'error.material.holderRelies':
    'The enterprise that invited you relies on this wood in its records. Ask it to correct or withdraw them first',
  'error.material.receivedAbove':
    '{received} m³ cannot be received where {volume} m³ were handed over: measures differ by a tenth at most',
  'error.material.transferSame': 'Wood cannot go from a batch to itself',
  'error.material.transferTwice': 'Two lines name the same batches, species and form: make one line of them',
  'error.material.transferRecalled': 'Batch {batch} is recalled: its wood stays in it',
  'error.material.transferTarget': 'Batch {batch} takes no wood: it is closed or voided, or a partner reports in it',
  'error.material.recountDiffers':
    '{n} balances of wood are not the sum of their entries; the first is of batch {batch}',
  'error.material.originTooLarge':
    'One file cannot hold all plots: their outlines exceed 25 MB, or there are more batches than are followed. Ask about single batches.',
  'material.form.log': 'logs',
  'material.form.sawn': 'sawn timber',
  'material.form.product': 'finished products',
  'material.form.residue': 'residue',
} as const
