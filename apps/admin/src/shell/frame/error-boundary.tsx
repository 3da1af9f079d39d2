import { Component, type ReactNode } from 'react'
import { Broken } from './broken.tsx'
import { useLogError } from '../notices/use-log-error.ts'

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

/** Confines a failure to the screen in which it happened. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Catcher onError={useLogError()}>{children}</Catcher>
}
