import type { monitor as english } from '../en/monitor.ts'

/** Logs and sessions. */
export const monitor = {
  'monitor.internalNetwork': '内网',
  'monitor.log.clean': '清空',
  'monitor.log.cleanTitle': '清空全部日志？',
  'monitor.log.cleanText':
    '将删除全部日志，不仅是当前显示的部分。如有需要请先导出。操作日志中有关人员、权限和日志本身的记录会保留。',
  'monitor.log.cleaned': '日志已清空',
  'monitor.log.cleanedExcept': '日志已清空；有关人员、权限和日志本身的 {n} 条记录已保留',
  'monitor.logininfor.unlockTitle': '解锁账号 {name}？',
  'monitor.logininfor.unlockText': '登录失败次数清零，用户可立即重新登录。',
  'monitor.logininfor.unlocked': '账号 {name} 已解锁',
  'monitor.online.current': '当前会话',
  'monitor.online.own': '这是您当前的会话，请使用退出登录',
  'monitor.online.endTitle': '强制退出 {name}？',
  'monitor.online.endText': '未保存的内容将丢失，用户可以重新登录。',
  'monitor.online.endSelected': '批量强退（{n}）',
  'monitor.online.endSeveral': '强制退出所选的 {n} 个会话？',
  'monitor.online.ended': '已退出 {n} 个会话',
  'monitor.online.noneEnded': '该用户当前没有登录',
  'alarm.databaseConnections': '数据库连接即将用尽',
  'alarm.databaseConnections.help':
    '十分之九的连接已被占用；用尽后请求会被拒绝。请结束空闲的连接、提高上限，或按运维手册在数据库前放置连接池。',
  'alarm.databaseDown': '数据库无法连接',
  'alarm.databaseDown.help': '数据库恢复后会自动继续。若持续超过一分钟，请检查数据库进程及其日志。',
  'alarm.databaseSilent': '数据库没有响应',
  'alarm.databaseSilent.help': '连接已建立但没有应答，请求会被立即拒绝而不是一直等待。请检查数据库主机的负载与磁盘。',
  'alarm.diskFull': '磁盘已满',
  'alarm.diskFull.help': '无法再写入任何内容。请释放空间，之后会自动继续。',
  'alarm.filesUnwritable': '文件目录无法写入',
  'alarm.filesUnwritable.help': '上传和标签文件无法保存。请检查数据目录的权限与挂载，或存储桶及其密钥。',
  'alarm.filesSilent': '文件存储没有响应',
  'alarm.filesSilent.help':
    '与存储桶的连接已建立但没有应答，上传和下载会被立即拒绝而不是一直等待。恢复应答后会自动继续。请检查存储服务及其网络。',
  'alarm.jobsWaiting': '后台任务无人处理',
  'alarm.jobsWaiting.help': '没有正在运行的后台进程，赋码申请等长任务在等待。请启动至少一个后台进程。',
  'alarm.ledgerBehind': '账本落后于已签名的内容',
  'alarm.ledgerBehind.help':
    '账本有 {size} 条，缺少此前签名到第 {known} 条的内容。上报仍会接收并等待；在处理之前不再签名。请运行 npm run ledger:recover。',
  'alarm.standbySilent': '写入在等待备用数据库',
  'alarm.standbySilent.help':
    '有 {waiting} 个事务在等待同步备库确认。请恢复备库，或在没有备库的情况下继续（docs/operations.md，Failover）。',
  'alarm.walNotArchived': '数据库日志未归档',
  'alarm.walNotArchived.help':
    '无法写入 WAL_ARCHIVE_DIR。请检查该磁盘是否已满或未挂载。在恢复正常之前，只能恢复到最后一次归档的时刻。',
  'alarm.ledgerFaults': '账本与记录不一致',
  'alarm.ledgerFaults.help': '夜间检查或因此被拒绝的操作发现 {found} 处不一致。位置列在 ledger_fault 表中。',
  'alarm.ledgerRefused': '账本队列中出现了外来内容',
  'alarm.ledgerRefused.help':
    '已搁置 {found} 条：它们不是由服务器写入的，或已在账本中。有人绕过服务器写入数据库；请检查 ledger_refused 表并更换数据库密码。',
  'alarm.proxyUndeclared': '未声明反向代理',
  'alarm.proxyUndeclared.help':
    '请求经由反向代理到达，但未设置 TRUST_PROXY：所有访问者看起来像同一个人，共用同一份限额。请按运维文档设置后重新启动。',
  'alarm.recordsChanged': '有记录与存证内容不一致',
  'alarm.recordsChanged.help': '有 {found} 处数据与账本不符，扫码者会看到提示。请联系平台运营方：数据库可能被人改动。',
  'alarm.replicaBehind': '只读副本落后',
  'alarm.replicaBehind.help':
    '副本落后 {seconds} 秒，因此所有读取由主数据库应答。请检查副本机器的负载以及两者之间的线路。',
  'alarm.replicaDown': '只读副本无法使用',
  'alarm.replicaDown.help': '所有读取由主数据库应答。原因见服务器日志。请启动副本，或更正 DATABASE_READ_URL。',
  'alarm.anchorLag': '账本头未能上链',
  'alarm.anchorLag.help': '已有 {minutes} 分钟没有账本头上链。账本本身照常运行。请查看上链记录，其中写明受阻原因。',
  'alarm.anchorFunds': '上链账户余额不足',
  'alarm.anchorFunds.help': '请向上链账户充值，以支付后续上链费用；其地址见上链记录页。',
  'alarm.anchorDisagreement': '链上内容与上链记录矛盾',
  'alarm.anchorDisagreement.help':
    '某个节点、合约或账本的内容与预期不符。请在上链记录页查看；问题解决之前不会向链发送任何内容。',
  'alarm.requestNumbersScarce': '赋码申请编号即将用完',
  'alarm.requestNumbersScarce.help':
    '{most} 个编号已使用 {used} 个；按最近 90 天的速度，剩余编号可用 {years} 年。请在用完之前升级到码格式更长的版本，否则将无法再创建赋码申请。',
  'alarm.workWaitsAhead': '有工作在等待很久以后的时刻',
  'alarm.workWaitsAhead.help':
    '有 {waiting} 项工作等待的时间超出系统的任何安排：安排时时钟有误。请检查数据库主机的时钟，并确认后台进程正在运行，它会在几秒内修正。',
  'alarm.short': '一分钟内出现 {times} 次，最长持续 {longest} 秒，已自行结束。若反复出现，请在服务器日志中查找原因。',
  'alarm.since': '自 {time} 起。',
} as const satisfies Record<keyof typeof english, string>
