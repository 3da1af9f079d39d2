import type { TreeNode } from '@timbermark/contract/calls'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { allOf, containsText, sql } from '../../../platform/database/sql.ts'
import { treeOf } from '../../../entity/tree.ts'
import { deptsInScope } from './scope.ts'

/** Departments in the actor's scope for a permission, as a tree. */
export async function loadDeptTree(
  db: Db,
  actor: Actor,
  permission: string,
  filter: { name?: string; status?: string } = {},
): Promise<TreeNode[]> {
  const conditions = [
    deptsInScope(actor, permission),
    ...(filter.name ? [containsText(sql`t.dept_name`, filter.name)] : []),
    ...(filter.status ? [sql`t.status = ${filter.status}`] : []),
  ]
  const rows = await db.query<{ id: number; parentId: number | null; label: string; disabled: boolean }>(
    sql`
      select t.id, t.parent_id as "parentId", t.dept_name as label, t.status <> '0' as disabled from dept t
      where ${allOf(conditions)} order by t.order_num, t.id`,
  )
  return treeOf(rows, ({ id, label, disabled }): TreeNode => ({ id, label, disabled }))
}
