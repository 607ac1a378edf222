import type { ConnectedProvider, CurrentProvider } from '../currentProvider.js'

/** Tells those who follow the wallet's EVM provider of a new one, or that there is none any more. */
export function setCurrentProvider(current: CurrentProvider, provider: unknown): void {
  const next = isProvider(provider) ? provider : undefined
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
