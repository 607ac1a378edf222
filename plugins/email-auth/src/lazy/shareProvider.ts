import type { ConnectedProvider, CurrentProvider } from '../currentProvider.js'

/** Tells those who follow the wallet's EVM provider of this one. Returns what takes it back. */
export function shareProvider(current: CurrentProvider, provider: unknown): () => void {
  const shared = isProvider(provider) ? provider : undefined
  change(current, shared)
  return () => {
    if (current.provider === shared) change(current, undefined)
  }
}

function change(current: CurrentProvider, next: ConnectedProvider | undefined): void {
  if (next === current.provider) return
  current.provider = next
  for (const listener of [...current.listeners]) listener()
}

const isProvider = (value: unknown): value is ConnectedProvider =>
  typeof value === 'object' &&
  value !== null &&
  ['request', 'on', 'removeListener'].every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'function',
  )
