import { FileOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { formatBytes } from '@timbermark/client'
import { Image, Space } from 'antd'
import { useT } from '../../shell/index.ts'
import type { FileInfo } from '../types.ts'

/** Files of a row; anything else (an older row, a field that was text) counts as none. */
export function filesOf(value: unknown): FileInfo[] {
  return Array.isArray(value) ? value.filter(item => item && typeof item === 'object' && 'url' in item) : []
}

/** Thumbnails that open a preview of all pictures; `limit` is how many are visible. */
export function PicturesView({
  files,
  size = 40,
  limit,
}: {
  files: readonly FileInfo[]
  size?: number
  limit?: number
}) {
  const hidden = limit === undefined ? 0 : Math.max(0, files.length - limit)
  return (
    <Image.PreviewGroup>
      <Space size={4} wrap={limit === undefined}>
        {files.map((file, index) => (
          <span key={file.id} hidden={limit !== undefined && index >= limit}>
            <Image
              src={file.url}
              alt={file.name}
              width={size}
              height={size}
              className="tm-thumbnail"
              loading="lazy"
              fallback={brokenPicture}
            />
          </span>
        ))}
        {hidden > 0 && <span className="tm-muted">+{hidden}</span>}
      </Space>
    </Image.PreviewGroup>
  )
}

/** A grey frame for a picture that cannot be read any more. */
const brokenPicture =
  "data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'><rect width='40' height='40' fill='%23ddd'/><path d='M10 28l7-9 5 6 3-4 5 7z' fill='%23aaa'/></svg>"

export function FileLinks({ files }: { files: readonly FileInfo[] }) {
  const t = useT()
  return (
    <ul className="tm-files">
      {files.map(file => (
        <li key={file.id}>
          <a href={file.url} target="_blank" rel="noopener noreferrer">
            {file.type.startsWith('video/') ? <PlayCircleOutlined /> : <FileOutlined />} {file.name}
          </a>{' '}
          <span className="tm-muted">{formatBytes(file.size, t.language)}</span>
        </li>
      ))}
    </ul>
  )
}

export function VideosView({ files }: { files: readonly FileInfo[] }) {
  return files.map(file => (
    <video key={file.id} src={file.url} controls preload="metadata" className="tm-video" aria-label={file.name} />
  ))
}
