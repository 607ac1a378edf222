import type { NamespaceId } from '@latchkey/kernel/plugin'

/** Chains whose faucet runs on this machine. */
export const funded: readonly NamespaceId[] = ['eip155', 'solana']

/**
 * Has the local faucet send coins to an account.
 *
 * @returns A sentence about what came.
 * @throws Error with what the faucet says, when it refuses.
 */
export async function getCoins(namespace: NamespaceId, address: string): Promise<string> {
  const response = await fetch('/faucet', { method: 'POST', body: JSON.stringify({ namespace, address }) })
  if (!response.ok) throw new Error(await response.text())
  return namespace === 'solana' ? 'Added 2 test SOL' : 'Added 1 test ETH'
}
