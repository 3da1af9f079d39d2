/** Interface docs. */
export const tool = {
  'tool.swagger.find': 'Find by address, summary or permission',
  'tool.swagger.tag': 'Group',
  'tool.swagger.count': '{n} of {all} calls',
  'tool.swagger.access': 'Access:',
  'tool.swagger.open': 'without signing in',
  'tool.swagger.signedIn': 'anybody who is signed in',
  'tool.swagger.parameters': 'Parameters',
  'tool.swagger.name': 'Name',
  'tool.swagger.label': 'Meaning',
  'tool.swagger.place': 'In',
  'tool.swagger.type': 'Type',
  'tool.swagger.required': 'required',
  'tool.swagger.body': 'Body (JSON)',
  'tool.swagger.freeBody': 'JSON body with the fields of the record',
  'tool.swagger.example': 'Example',
  'tool.swagger.copy': 'Copy as curl',
} as const
