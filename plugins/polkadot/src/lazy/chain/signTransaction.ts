import { BaseError } from '@latchkey/kernel/plugin'
import type { SignTransactionRequest } from '@latchkey/kernel/contracts'
import type { ApiPromise } from '@polkadot/api'
import type { Extrinsic } from '@polkadot/types/interfaces'
import type { PolkadotNetworks } from '../../networks.js'
import { networkOf } from '../networkOf.js'
import { accessWallet } from '../walletAccess.js'
import type { Chains } from './chains.js'
import { nodeErrorFrom } from './nodeErrors.js'
import { checkedAddress } from './readAccount.js'
import { signExtrinsic } from './signExtrinsic.js'

export interface TransactionSigner {
  sign(request: SignTransactionRequest): Promise<Uint8Array>
}

/**
 * Signs an unsigned extrinsic, as `api.tx.….toU8a()` of @polkadot/api answers; what comes back is whole and ready for
 * `author_submitExtrinsic`. Nonce and lifetime are read from the network.
 */
export function createTransactionSigner(networks: PolkadotNetworks, chains: Chains): TransactionSigner {
  return {
    async sign({ networkId, account, provider, transaction }) {
      const network = networkOf(networks, networkId)
      const address = checkedAddress(network, account.address)
      accessWallet(provider, account).require('signPayload', 'signTransactions')
      const { api, end } = await chains.lease(network)
      try {
        const extrinsic = readUnsigned(api, transaction)
        const own = { ...account, address }
        return (await signExtrinsic({ api, network, account: own, provider, extrinsic })).toU8a()
      } catch (error) {
        throw nodeErrorFrom(error)
      } finally {
        end()
      }
    },
  }
}

function readUnsigned(api: ApiPromise, transaction: Uint8Array): Extrinsic {
  let extrinsic: Extrinsic
  try {
    extrinsic = api.registry.createType('Extrinsic', transaction) as Extrinsic
  } catch (cause) {
    throw transactionInvalid('These bytes are no transaction of this network.', cause)
  }
  if (extrinsic.isSigned) throw transactionInvalid('This transaction is signed already.')
  return extrinsic
}

function transactionInvalid(sentence: string, cause?: unknown): BaseError {
  return new BaseError(sentence, {
    code: 'TRANSACTION_INVALID',
    metaMessages: [
      'Expected: an unsigned extrinsic with its length, as `tx.toU8a()` of @polkadot/api answers.',
    ],
    ...(cause === undefined ? {} : { cause }),
  })
}
