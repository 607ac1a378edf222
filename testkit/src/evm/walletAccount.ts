import type { Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { rpcErrors } from './providerRpcError.js'

/** An account whose address is a contract. It signs with the key that the contract answers for (ERC-1271). */
export interface ContractAccount {
  /** The contract's address, also before it is there. */
  readonly address: Hex
  /** Private key of its owner. Test keys only! */
  readonly owner: Hex
  /** Who deploys it, and the call that does. While the contract is not there, signatures are wrapped by ERC-6492. */
  readonly deployment?: { readonly factory: Hex; readonly data: Hex }
}

/** What signs for one address of the wallet. */
export interface WalletAccount
  extends Pick<
    PrivateKeyAccount,
    'address' | 'signAuthorization' | 'signMessage' | 'signTypedData' | 'signTransaction'
  > {
  readonly deployment?: ContractAccount['deployment']
}

/** @param account a private key, or a contract with its owner's key */
export function createWalletAccount(account: Hex | ContractAccount): WalletAccount {
  if (typeof account === 'string') return privateKeyToAccount(account)
  const { address, owner, deployment } = account
  const { signMessage, signTypedData } = privateKeyToAccount(owner)
  return {
    address,
    signMessage,
    signTypedData,
    signTransaction() {
      throw rpcErrors.unsupportedMethod('eth_sendTransaction of an account that is a contract')
    },
    signAuthorization() {
      throw rpcErrors.unsupportedMethod('wallet_sendCalls of an account that is a contract')
    },
    ...(deployment ? { deployment } : {}),
  }
}
