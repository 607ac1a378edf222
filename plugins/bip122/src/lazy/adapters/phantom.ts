import { copyList, readField } from '@latchkey/kernel/chain'
import { ConnectorError } from '@latchkey/kernel/plugin'
import { networkIdOf } from '../../networks.js'
import type { BitcoinWallet } from '../../provider.js'
import { base64Of, fromBase64 } from '../bytes.js'
import { readList } from '../readList.js'
import { walletErrorFrom } from '../walletErrors.js'
import { answerLimits, type CreateAdapter, type GivenAccount, type WalletState } from './adapter.js'

type Provider = Readonly<Record<string, ((...parameters: unknown[]) => unknown) | undefined>>

type Ask = (method: string, ...parameters: unknown[]) => Promise<unknown>

/** Phantom's object: accounts with a purpose, bytes instead of text, BIP-322 only, mainnet only, no network events. */
export const createPhantomAdapter: CreateAdapter = (name, target) => {
  const provider = target as Provider

  async function ask(method: string, ...parameters: unknown[]): Promise<unknown> {
    try {
      return await provider[method]?.(...parameters)
    } catch (error) {
      throw walletErrorFrom(error)
    }
  }
  const stateOf = (accounts: unknown): WalletState => ({
    method: 'requestAccounts',
    accounts: readList<GivenAccount>(name, 'requestAccounts', accounts),
    networkId: networkIdOf('mainnet'),
  })

  return {
    wallet: createPhantomWallet(name, provider, ask),
    connect: async () => stateOf(await ask('requestAccounts')),
    restore: async () => undefined,
    listen({ changed, ended, failed }) {
      const heard = (accounts: unknown) => {
        try {
          if (copyList(accounts, 0)) ended()
          else changed(stateOf(accounts))
        } catch (error) {
          failed(error)
        }
      }
      const each = (act: string) => {
        try {
          provider[act]?.('accountsChanged', heard)
        } catch (error) {
          failed(error)
        }
      }
      each('on')
      return () => each('removeListener')
    },
  }
}

function createPhantomWallet(name: string, provider: Provider, ask: Ask): BitcoinWallet {
  return {
    name,
    provider,
    async signMessage({ address, message, protocol }) {
      if (protocol === 'ecdsa') {
        throw new ConnectorError(`${name} signs messages by BIP-322 only.`, {
          code: 'MESSAGE_PROTOCOL_UNSUPPORTED',
          parameters: { wallet: name },
        })
      }
      const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
      const answer = await ask('signMessage', address, bytes)
      return base64Of(readField(answer, 'signature'), answerLimits.signature)
    },
    async signPsbt({ psbt, inputs }) {
      const addresses = [...new Set(inputs.map(({ address }) => address))]
      const inputsToSign = addresses.map((address) => {
        const own = inputs.filter((input) => input.address === address)
        const sighash = own[0]?.sighash
        return {
          address,
          signingIndexes: own.map(({ index }) => index),
          ...(sighash === undefined ? {} : { sigHash: sighash }),
        }
      })
      const answer = await ask('signPSBT', fromBase64(psbt), { inputsToSign, autoFinalize: false })
      return base64Of(answer, answerLimits.psbt)
    },
  }
}
