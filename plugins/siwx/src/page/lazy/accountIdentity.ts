import { type AccountId, parseAccountId } from '@latchkey/kernel/contracts'
import type { NamespaceId } from '@latchkey/kernel/plugin'
import type { WalletsService } from '@latchkey/kernel/wallet'

/** Compares accounts by the rules of their namespace: on EVM a checksum makes no other account. */
export interface AccountIdentity {
  isSameAddress(namespace: NamespaceId, one: string, other: string): boolean
  /** The same account on the same network. */
  isSameAccount(one: AccountId, other: AccountId): boolean
}

export function accountIdentity(wallets: Pick<WalletsService, 'namespace'>): AccountIdentity {
  const isSameAddress = (id: NamespaceId, one: string, other: string) =>
    wallets.namespace(id)?.isSameAddress(one, other) ?? one === other
  return {
    isSameAddress,
    isSameAccount(one, other) {
      const left = parseAccountId(one)
      const right = parseAccountId(other)
      if (!left || left.networkId !== right?.networkId) return false
      return left.address === right.address || isSameAddress(left.namespace, left.address, right.address)
    },
  }
}
