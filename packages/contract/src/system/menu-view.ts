import { choice, datetime, dict, integer, naming, order, remark, status, text } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'
import { plainPattern } from './rules.ts'

/** Catalogues, screens and buttons. They are no declared entity: their members depend on the type. */
export const menuView = defineView({
  area: 'system',
  name: 'menu',
  idAlias: 'menuId',
  label: 'menuName',
  defaultColumns: ['menuName', 'menuType', 'orderNum', 'perms', 'path', 'visible', 'status'],
  tree: true,
  fields: {
    menuName: naming({
      max: 50,
      pattern: plainPattern,
      patternPhrase: 'plain',
      required: true,
      search: 'like',
    }),
    menuType: choice({ options: ['M', 'C', 'F'], required: true, default: 'M' }),
    orderNum: order(),
    perms: text({ max: 100, pattern: '^[A-Za-z0-9*-]+(:[A-Za-z0-9*-]+){2}$' }),
    component: text({ max: 255, hideInList: true }),
    path: text({ max: 500, required: true }),
    visible: dict({ dict: 'sys_show_hide', required: true, default: '0', search: 'eq' }),
    status: status(),
    parentId: integer({ min: 0, required: true, hideInList: true }),
    icon: text({ max: 100, hideInList: true }),
    isFrame: choice({ options: ['0', '1'], required: true, default: '1', hideInList: true }),
    isCache: choice({ options: ['0', '1'], required: true, default: '0', hideInList: true }),
    query: text({ max: 255, hideInList: true }),
    routeName: text({ max: 50, pattern: '^[A-Za-z][A-Za-z0-9]*$', hideInList: true }),
    activeMenu: text({ max: 200, hideInList: true }),
    remark: remark(),
    createTime: datetime({ readonly: true, required: true, hideInList: true }),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove'],
  final: { remove: 'its grants are removed with it', changeStatus: 'rights depend on it' },
  rowExtras: rowExtras<{
    /** Phrase key of a delivered menu's title. */
    titleKey: string | null
    /** The title was changed. */
    renamed: boolean
    delivered: boolean
    /** Only the platform operator can hold it. */
    platformOnly: boolean
    updateTime: string
  }>(),
})
