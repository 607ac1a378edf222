import type { RemoteProviderCapability } from '../../contracts/capabilities/remoteProvider.js'
import type { RequestNetworkCapability } from '../../contracts/capabilities/requestNetwork.js'
import type { SignInCapability } from '../../contracts/capabilities/signIn.js'
import type { SignTransactionCapability } from '../../contracts/capabilities/signTransaction.js'
import type { WalletAssetsCapability } from '../../contracts/capabilities/walletAssets.js'
import { BaseError } from '../../errors/base.js'
import { invalidAnswer, rpcErrorFrom } from '../../errors/rpc.js'
import type { ExampleProvider } from './createExampleWallet.js'
import { exampleAddresses } from './exampleAddress.js'
import { coins } from './exampleCoin.js'

export interface ExampleWalletCapabilities {
  readonly signIn: SignInCapability
  readonly signTransaction: SignTransactionCapability
  readonly assets: WalletAssetsCapability
  readonly requestNetwork: RequestNetworkCapability
  readonly remote: RemoteProviderCapability
}

/** The rest of the example's capabilities of a wallet, beyond sending and signing texts, each as it should be. */
export const exampleWalletCapabilities: ExampleWalletCapabilities = {
  signIn: {
    async signIn({ provider, account, input }) {
      const message = `${input.domain} wants ${account.address} to sign in.\n\n${input.statement ?? ''}\n\nNonce: ${input.nonce}`
      const signature = await askForSignature(provider, message)
      const signedMessage = new TextEncoder().encode(message)
      return { address: account.address, message, signedMessage, signature, type: 'example' }
    },
  },
  signTransaction: {
    async sign({ provider, transaction }) {
      const signature = await askForSignature(provider, new TextDecoder().decode(transaction))
      return new TextEncoder().encode(signature)
    },
  },
  assets: {
    read: async () => [
      { name: 'Example', amount: coins(1_000n) },
      {
        address: exampleAddresses.token,
        name: 'Token',
        amount: { value: 5n, decimals: 2, symbol: 'TOK' },
        priceInUsd: '1.5',
      },
    ],
  },
  requestNetwork: {
    methods: ['switchNetwork'],
    async request({ networkId, allows, ask, wallet }) {
      if (!allows('switchNetwork'))
        throw new BaseError(`${wallet} can’t be asked for a network.`, { code: 'METHOD_NOT_APPROVED' })
      await ask({ method: 'switchNetwork', params: Number(networkId.split(':')[1]) })
    },
  },
  remote: {
    load: async () => ({
      createProvider: ({ request }) => ({
        request: (method: string, params?: unknown) => request({ method, params }),
      }),
      kindOf: () => 'eoa',
    }),
  },
}

async function askForSignature(provider: unknown, text: string): Promise<string> {
  try {
    const signature = await (provider as ExampleProvider).request('sign', text)
    if (typeof signature !== 'string' || signature === '')
      throw invalidAnswer('The wallet', 'sign', typeof signature)
    return signature
  } catch (error) {
    throw rpcErrorFrom(error, { method: 'sign' })
  }
}
