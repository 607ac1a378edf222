import { Component, type ReactNode } from 'react'
import { toRenderError } from './contain/toRenderError.js'

export interface PluginBoundaryProps {
  readonly children: ReactNode
  /** What to draw in place of what failed. `retry` draws the children again. */
  fallback(error: unknown, retry: () => void): ReactNode
  /** Told of every fault, once. */
  onError?(error: unknown): void
  /** Called before a retry, to renew what may have failed to load. */
  onRetry?(): void
}

interface PluginBoundaryState {
  readonly failed: boolean
  readonly error: unknown
}

const sound: PluginBoundaryState = { failed: false, error: undefined }

/** Keeps the fault of one contribution from its neighbours, and offers a retry. */
export class PluginBoundary extends Component<PluginBoundaryProps, PluginBoundaryState> {
  override state: PluginBoundaryState = sound

  static getDerivedStateFromError(error: unknown): PluginBoundaryState {
    // It is handed on as a property, and development builds of React read those.
    return { failed: true, error: toRenderError(error) }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(toRenderError(error))
  }

  private readonly retry = (): void => {
    this.props.onRetry?.()
    this.setState(sound)
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return this.props.fallback(this.state.error, this.retry)
  }
}
