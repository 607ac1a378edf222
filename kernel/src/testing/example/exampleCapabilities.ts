import type { TokenReference } from '../../contracts/capabilities/amount.js'
import { Allowances, type AllowancesCapability } from '../../contracts/capabilities/allowances.js'
import { Balance, type BalanceCapability } from '../../contracts/capabilities/balance.js'
import { Calls, type CallsCapability } from '../../contracts/capabilities/calls.js'
import {
  CollectibleTransfers,
  type CollectibleTransfersCapability,
} from '../../contracts/capabilities/collectibleTransfers.js'
import { Explorer, type ExplorerCapability } from '../../contracts/capabilities/explorer.js'
import { History, type HistoryCapability } from '../../contracts/capabilities/history.js'
import { Identities, type IdentityCapability } from '../../contracts/capabilities/identity.js'
import {
  OwnedCollectibles,
  type OwnedCollectiblesCapability,
} from '../../contracts/capabilities/ownedCollectibles.js'
import { RemoteProvider } from '../../contracts/capabilities/remoteProvider.js'
import { Replace, type ReplaceCapability } from '../../contracts/capabilities/replace.js'
import { RequestNetwork } from '../../contracts/capabilities/requestNetwork.js'
import { Send, type SendCapability } from '../../contracts/capabilities/send.js'
import { SignIn } from '../../contracts/capabilities/signIn.js'
import { SignMessage, type SignMessageCapability } from '../../contracts/capabilities/signMessage.js'
import { SignTransaction } from '../../contracts/capabilities/signTransaction.js'
import { TokenFacts, type TokenFactsCapability } from '../../contracts/capabilities/tokenFacts.js'
import { WalletAssets } from '../../contracts/capabilities/walletAssets.js'
import { linkToExplorer } from '../../chain/linkToExplorer.js'
import { BaseError } from '../../errors/base.js'
import { invalidAnswer, rpcErrorFrom } from '../../errors/rpc.js'
import { capability, type Capability } from '../../keys/capability.js'
import type { Token } from '../../keys/token.js'
import type { ExampleChain } from './createExampleChain.js'
import { exampleCalls } from './exampleCalls.js'
import type { ExampleProvider } from './createExampleWallet.js'
import { exampleAddresses, isExampleAddress, isSameExampleAddress } from './exampleAddress.js'
import { coins } from './exampleCoin.js'
import { exampleReplace } from './exampleReplace.js'
import { exampleSend } from './exampleSend.js'
import { type ExampleWalletCapabilities, exampleWalletCapabilities } from './exampleWalletCapabilities.js'

/** Every capability of the example, each as it should be. */
export interface ExampleCapabilities extends ExampleWalletCapabilities {
  readonly balance: BalanceCapability
  readonly tokenFacts: TokenFactsCapability
  readonly history: HistoryCapability
  readonly allowances: AllowancesCapability
  readonly owned: OwnedCollectiblesCapability
  readonly transfers: CollectibleTransfersCapability
  readonly names: IdentityCapability
  readonly explorer: ExplorerCapability
  readonly signing: SignMessageCapability
  readonly send: SendCapability
  readonly calls: CallsCapability<unknown>
  readonly replace: ReplaceCapability
}

export const exampleToken: TokenReference = {
  address: exampleAddresses.token,
  decimals: 2,
  symbol: 'TOK',
  name: 'Token',
}

/** Makes the capabilities of the example chain. */
export function exampleCapabilities(chain: ExampleChain): ExampleCapabilities {
  return {
    balance: {
      native: ({ address, signal }) =>
        chain.read(({ balances }) => coins(balances.get(address) ?? 0n), signal),
      tokens: ({ tokens = [], signal }) =>
        chain.read(() => tokens.map((token) => ({ ...token, value: 5n, token })), signal),
    },
    tokenFacts: {
      read: ({ token, signal }) =>
        chain.read(() => {
          if (isSameExampleAddress(token, exampleToken.address)) return exampleToken
          throw new BaseError('No token is there.', { code: 'TOKEN_NOT_FOUND' })
        }, signal),
    },
    history: exampleHistory(chain),
    ...exampleCollectibles(chain),
    allowances: {
      read: ({ signal }) =>
        chain.read(
          () => ({
            allowances: [
              {
                id: 'allowance-1',
                token: exampleToken,
                spender: exampleAddresses.second,
                amount: 7n,
                revoke: [{ to: exampleToken.address, amount: 0n }],
              },
            ],
            gaps: [],
          }),
          signal,
        ),
    },
    names: {
      lookup: ({ signal }) => chain.read(() => ({ name: 'own.example' }), signal),
      resolve: ({ name, signal }) =>
        chain.read(() => (name === 'own.example' ? exampleAddresses.own : undefined), signal),
    },
    explorer: {
      addressUrl: (networkId, address) => linkToExplorer(explorerOf(networkId), 'address', address),
      transactionUrl: (networkId, id) => linkToExplorer(explorerOf(networkId), 'tx', id),
    },
    signing: exampleSigning,
    send: exampleSend(chain),
    calls: exampleCalls(chain),
    replace: exampleReplace(chain),
    ...exampleWalletCapabilities,
  }
}

/** Pairs each capability with its token. One that is absent is left out. */
export function listCapabilities(all: Partial<ExampleCapabilities>): readonly Capability[] {
  const one = <T>(token: Token<T>, value: T | undefined) =>
    value === undefined ? [] : [capability(token, value)]
  return [
    ...one(Balance, all.balance),
    ...one(TokenFacts, all.tokenFacts),
    ...one(History, all.history),
    ...one(Allowances, all.allowances),
    ...one(OwnedCollectibles, all.owned),
    ...one(CollectibleTransfers, all.transfers),
    ...one(Identities, all.names),
    ...one(Explorer, all.explorer),
    ...one(SignMessage, all.signing),
    ...one(SignIn, all.signIn),
    ...one(SignTransaction, all.signTransaction),
    ...one(Send, all.send),
    ...one(Calls, all.calls),
    ...one(Replace, all.replace),
    ...one(WalletAssets, all.assets),
    ...one(RequestNetwork, all.requestNetwork),
    ...one(RemoteProvider, all.remote),
  ]
}

/** Of the networks that the namespace lists. */
const explorerOf = (networkId: string) =>
  /^example:[12]$/.test(networkId) ? 'https://explorer.example' : undefined

function exampleHistory(chain: ExampleChain): HistoryCapability {
  return {
    read: ({ networkId, cursor, limit = 20, signal }) =>
      chain.read(({ transactions }) => {
        const from = Number(cursor ?? 0)
        const page = transactions.slice(from, from + limit)
        const next = from + limit < transactions.length ? { next: `${from + limit}` } : {}
        return {
          ...next,
          transactions: page.map(({ id, to, amount, minedAt, ...rest }) => ({
            id,
            networkId,
            operation: 'send',
            status: 'confirmed',
            minedAt,
            from: rest.from,
            to,
            transfers: [{ direction: 'out', amount: coins(amount), to }],
          })),
        }
      }, signal),
  }
}

function exampleCollectibles(chain: ExampleChain): Pick<ExampleCapabilities, 'owned' | 'transfers'> {
  const keyOf = ({ address, id }: { readonly address: string; readonly id: string }) => `${address} ${id}`
  const refuse = (code: string) => {
    throw new BaseError('The collectible can’t be moved there.', { code })
  }
  return {
    owned: {
      read: ({ signal }) =>
        chain.read(
          () => ({ items: [{ address: exampleAddresses.collection, id: '1', name: 'One', count: 1n }] }),
          signal,
        ),
    },
    transfers: {
      prepare: (request) =>
        chain.read(({ owners }) => {
          const { from, to, amount } = request
          if (!isExampleAddress(to)) refuse('COLLECTIBLE_TO_NOBODY')
          if (isSameExampleAddress(from, to)) refuse('COLLECTIBLE_TO_SELF')
          const ownerHas = owners.get(keyOf(request)) === from ? 1n : 0n
          if (amount > ownerHas) refuse('COLLECTIBLE_NOT_OWNED')
          return { calls: [{ to: request.address, amount: 0n }], ownerHas, receiverHas: 0n }
        }, request.signal),
      count: (request) =>
        chain.read(({ owners }) => (owners.get(keyOf(request)) === request.owner ? 1n : 0n), request.signal),
    },
  }
}

const exampleSigning: SignMessageCapability = {
  async sign({ provider, message }) {
    const text = typeof message === 'string' ? message : new TextDecoder().decode(message)
    try {
      const signature = await (provider as ExampleProvider).request('sign', text)
      if (typeof signature !== 'string' || signature === '')
        throw invalidAnswer('The wallet', 'sign', typeof signature)
      return { signature, type: 'example' }
    } catch (error) {
      throw rpcErrorFrom(error, { method: 'sign' })
    }
  },
}
