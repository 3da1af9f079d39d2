import { CheckOutlined, EyeOutlined } from '@ant-design/icons'
import { notice } from '@timbermark/contract'
import { Badge } from 'antd'
import { ActionButton } from '../../../entity/actions/action-button.tsx'
import { canUse } from '../../../entity/actions/permissions.ts'
import { EntityScreen } from '../../../entity/list/entity-screen.tsx'
import { useRefresh } from '../../../entity/use-entity.ts'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useAddressParam } from '../../../entity/list/use-list-state.ts'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { NoticeReaders } from './notice-readers.tsx'
import { NoticePreview } from './notice-preview.tsx'
import '../system.css'

/** Notices of the platform; people without the permission to write them read them here. */
export default function NoticeScreen() {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(notice)
  const { permissions } = useSession()
  const [openId, setOpenId] = useAddressParam('read')
  const mayWrite = canUse(notice, 'edit', permissions)

  return (
    <>
      <EntityScreen
        entity={notice}
        rowActions={row => [
          {
            key: 'preview',
            label: t(mayWrite ? 'system.notice.preview' : 'system.notice.read'),
            icon: <EyeOutlined />,
            run: () => setOpenId(String(row.id)),
          },
        ]}
        cells={{
          noticeTitle: row => (
            <button type="button" className="tm-link" onClick={() => setOpenId(String(row.id))}>
              {row.isRead === false && (
                <Badge status="processing" className="tm-unread" aria-label={t('system.notice.unread')} />
              )}
              {row.noticeTitle}
            </button>
          ),
        }}
        toolbar={
          <ActionButton
            action={{
              key: 'markAllRead',
              label: t('system.notice.markAll'),
              icon: <CheckOutlined />,
              run: async () => {
                await client.call('POST /system/notice/markReadAll')
                await refresh()
                feedback.done(t('system.notice.marked'))
              },
            }}
          />
        }
        detail={row => mayWrite && <NoticeReaders noticeId={row.id} />}
      />
      {openId && <NoticePreview id={openId} onClose={() => setOpenId(undefined)} />}
    </>
  )
}
