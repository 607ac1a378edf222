import type { ConnectedProvider, ConnectedStandardWallet, CurrentProvider } from '../currentProvider.js'

/** Shares this connection's providers with the announced wallets. Returns a function that takes them back. */
export function shareProvider(
  current: CurrentProvider,
  provider: (namespace: string) => unknown,
  logOut: () => Promise<void>,
): () => void {
  const [evm, solana] = [provider('eip155'), provider('solana')]
  const shared = {
    provider: isProvider(evm) ? evm : undefined,
    standard: isStandardWallet(solana) ? solana : undefined,
    logOut,
  }
  change(current, shared)
  return () => {
    const isOurs = current.provider === shared.provider && current.standard === shared.standard
    if (isOurs) change(current, { provider: undefined, standard: undefined, logOut: undefined })
  }
}

function change(current: CurrentProvider, next: Omit<CurrentProvider, 'listeners'>): void {
  if (next.provider === current.provider && next.standard === current.standard) return
  Object.assign(current, next)
  for (const listener of [...current.listeners]) listener()
}

const isProvider = (value: unknown): value is ConnectedProvider =>
  typeof value === 'object' &&
  value !== null &&
  ['request', 'on', 'removeListener'].every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'function',
  )

const isStandardWallet = (value: unknown): value is ConnectedStandardWallet =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray((value as Partial<ConnectedStandardWallet>).accounts) &&
  typeof (value as Partial<ConnectedStandardWallet>).features === 'object'
