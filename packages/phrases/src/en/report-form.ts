/** Words of a report's form that the back office shows too: the phone fetches them with its forms. */
export const reportForm = {
  'h5.codes.scan': 'Scan codes',
  'h5.photo.take': 'Take a picture',
  'h5.file.choose': 'Choose files',
  'h5.ask.title': 'Is this right?',
  'h5.ask.text':
    'Some of what you entered is unlikely. Correct it, or say why it is so: your reason stays with the record.',
  'h5.ask.reason': 'Why it is so',
  'h5.ask.missing': 'Give a reason, or go back and correct',
  'h5.ask.back': 'Go back and correct',
  'h5.ask.confirm': 'It is right, submit',
} as const
