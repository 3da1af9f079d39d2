import { CameraOutlined, ReloadOutlined } from '@ant-design/icons'
import ImgCrop from 'antd-img-crop'
import { Avatar, Button, Spin, Upload } from 'antd'
import { useState } from 'react'
import { showFailure } from '../../../entity/actions/show-failure.ts'
import { useSendOnce } from '../../../entity/form/use-send-once.ts'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { acceptOf } from '../../../entity/form/upload-check.ts'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { toAvatar } from './to-avatar.ts'
import type { Profile } from './profile.tsx'

const types = ['png', 'jpg', 'jpeg']

const isPicture = (file: File) =>
  types.some(type => file.name.toLowerCase().endsWith(`.${type}`)) || /^image\/(png|jpeg)$/.test(file.type)

/** The current user's picture: chosen, cropped to a square, scaled down, sent. */
export function AvatarUpload({ profile, onChanged }: { profile: Profile; onChanged: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const { reload } = useSession()
  const { sending, send } = useSendOnce()

  const [failed, setFailed] = useState<Blob>()

  const upload = (cropped: Blob) => {
    setFailed(undefined)
    const show = (error: unknown) => {
      setFailed(cropped)
      showFailure(t, feedback, t('entity.uploadFailed'), error)
    }
    return send(async () => {
      const file = await toAvatar(cropped)
      await client.upload(file, { path: '/system/user/profile/avatar', name: 'avatarfile' })
      feedback.done(t('system.profile.avatarDone'))
      onChanged()
      // The header shows the picture too.
      await reload()
    }, show)
  }
  const checkPicture = (file: File) => {
    const isAccepted = isPicture(file)
    if (!isAccepted) feedback.refuse(t('error.fileType', { types: types.join(', ') }))
    return isAccepted
  }
  return (
    <div className="tm-profile-head">
      <Spin spinning={sending}>
        <Avatar
          size={112}
          className="tm-profile-avatar"
          src={profile.avatar || undefined}
          alt={t('system.profile.avatar')}
        >
          {[...(profile.nickName || profile.userName)][0]?.toUpperCase()}
        </Avatar>
      </Spin>
      <strong>{profile.nickName}</strong>
      <ImgCrop
        cropShape="round"
        rotationSlider
        showReset
        resetText={t('action.reset')}
        modalTitle={t('system.profile.cut')}
        modalOk={t('action.confirm')}
        modalCancel={t('action.cancel')}
        beforeCrop={checkPicture}
      >
        <Upload
          accept={acceptOf(types)}
          showUploadList={false}
          disabled={sending}
          // A file that the crop dialog refused must not be uploaded uncropped.
          beforeUpload={file => isPicture(file) || Upload.LIST_IGNORE}
          customRequest={({ file }) => void upload(file as Blob)}
        >
          <Button icon={<CameraOutlined />}>{t('system.profile.changeAvatar')}</Button>
        </Upload>
      </ImgCrop>
      {failed && (
        <span role="alert">
          <span className="tm-refusal">{t('entity.uploadFailed')}</span>{' '}
          <Button size="small" type="text" icon={<ReloadOutlined />} onClick={() => void upload(failed)}>
            {t('action.retry')}
          </Button>
        </span>
      )}
      <span className="tm-muted tm-hint">{types.join(', ')}</span>
    </div>
  )
}
