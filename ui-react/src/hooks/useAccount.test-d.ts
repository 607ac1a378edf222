import { useAccount } from './useAccount.js'

type Hex = `0x${string}`
declare function take<T>(value: T): void

/** What a component of each namespace hands to that namespace's libraries. */
export function UsesAccounts(): null {
  const evm = useAccount({ namespace: 'eip155' })
  if (evm.isConnected) {
    take<Hex>(evm.address)
    take<Hex>(evm.account.address)
    take<readonly { readonly address: Hex }[]>(evm.accounts)
    take<number>(evm.chainId)
    take<'eip155'>(evm.namespace)
  }
  // @ts-expect-error nobody may be connected
  take<Hex>(evm.address)

  const solana = useAccount({ namespace: 'solana' })
  if (solana.isConnected) {
    take<string>(solana.address)
    take<undefined>(solana.chainId)
    // @ts-expect-error base58 has no prefix
    take<Hex>(solana.address)
  }

  const bitcoin = useAccount({ namespace: 'bip122' })
  if (bitcoin.status === 'connected') {
    take<string>(bitcoin.address)
    take<undefined>(bitcoin.chainId)
  }

  const polkadot = useAccount({ namespace: 'polkadot' })
  if (polkadot.isConnected) {
    take<string>(polkadot.address)
    take<undefined>(polkadot.chainId)
  }

  const stranger = useAccount({ namespace: 'cosmos' })
  if (stranger.isConnected) {
    take<string>(stranger.address)
    take<undefined>(stranger.chainId)
  }

  const any = useAccount()
  if (any.isConnected) {
    take<string>(any.address)
    take<number | undefined>(any.chainId)
    // @ts-expect-error any namespace may be active
    take<Hex>(any.address)
  }
  return null
}
