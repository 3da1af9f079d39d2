import { Button, Result } from 'antd'
import { Component, type ReactNode } from 'react'
import { useLogError } from './use-log-error.ts'
import { useT } from './texts.tsx'

interface Props {
  children: ReactNode
  onError: (error: unknown) => void
}

class Catcher extends Component<Props, { error: unknown }> {
  override state = { error: null as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }

  override render() {
    if (this.state.error === null) return this.props.children
    return <Broken error={this.state.error} retry={() => this.setState({ error: null })} />
  }
}

// A part of the program that can no longer be fetched: it was replaced by a newer version.
const isStale = (error: unknown) =>
  /dynamically imported module|Importing a module script failed|error loading dynamically|preload CSS/i.test(
    String((error as Error)?.message),
  )

/** What is shown in place of a screen that failed. */
export function Broken({ error, retry }: { error: unknown; retry?: () => void }) {
  const t = useT()
  const stale = isStale(error)
  return (
    <Result
      status={stale ? 'info' : 'warning'}
      title={t(stale ? 'shell.broken.reload' : 'shell.broken.title')}
      subTitle={t(stale ? 'shell.broken.update' : 'shell.broken.text')}
      extra={
        stale || !retry ? (
          <Button type="primary" onClick={() => location.reload()}>
            {t('shell.broken.reload')}
          </Button>
        ) : (
          <Button type="primary" onClick={retry}>
            {t('action.retry')}
          </Button>
        )
      }
    />
  )
}

/** Keeps a failure to the one screen it happened in. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Catcher onError={useLogError()}>{children}</Catcher>
}
