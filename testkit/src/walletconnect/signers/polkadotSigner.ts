import { Keyring } from '@polkadot/keyring'
import type { KeyringPair } from '@polkadot/keyring/types'
import { TypeRegistry } from '@polkadot/types'
import { u8aToHex, u8aWrapBytes } from '@polkadot/util'
import { cryptoWaitReady, decodeAddress, encodeAddress } from '@polkadot/util-crypto'
import * as z from 'zod/mini'
import { invalidParameters, unknownAccount, unsupportedMethod } from '../walletError.js'
import type { Signer, SignerOptions, SignRequest } from './signer.js'
import { parameters } from './signer.js'

const signMessage = z.object({ address: z.string(), message: z.string() })
const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]*$/))
const signTransaction = z.object({
  address: z.string(),
  transactionPayload: z.looseObject({
    address: z.string(),
    genesisHash: hex,
    blockHash: hex,
    method: hex,
    specVersion: hex,
    transactionVersion: hex,
    signedExtensions: z.array(z.string()),
    version: z.number(),
  }),
})

/** SS58 prefixes by CAIP-2 id; every other chain is written with 42, the generic one. */
const prefixes: Readonly<Record<string, number>> = {
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 0,
  'polkadot:68d56f15f85d3136970ec16946040bc1': 0,
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 2,
  'polkadot:48239ef607d7928874027a43a6768920': 2,
}

/** Polkadot keys (sr25519). Messages are wrapped in `<Bytes>` before signing, as extensions do. */
export async function createPolkadotSigner({ keys, chains }: SignerOptions): Promise<Signer> {
  await cryptoWaitReady()
  const keyring = new Keyring({ type: 'sr25519' })
  const pairs = keys.map((key) => keyring.addFromSeed(key))

  function pairFor(address: string): KeyringPair {
    const wanted = publicKeyOf(address)
    const pair = pairs.find((held) => u8aToHex(held.publicKey) === wanted)
    if (!pair) throw unknownAccount(address)
    return pair
  }

  function transaction(request: SignRequest): { readonly signature: string } {
    const { address, transactionPayload } = parameters(signTransaction, request)
    const pair = pairFor(address)
    const genesis = request.chainId.split(':')[1] ?? ''
    if (!transactionPayload.genesisHash.startsWith(`0x${genesis}`)) {
      throw invalidParameters(request.method, 'the payload is for another chain')
    }
    const registry = new TypeRegistry()
    registry.setSignedExtensions(transactionPayload.signedExtensions)
    const { version } = transactionPayload
    return registry.createType('ExtrinsicPayload', transactionPayload, { version }).sign(pair)
  }

  return {
    namespace: 'polkadot',
    chains,
    methods: ['polkadot_signMessage', 'polkadot_signTransaction'],
    events: ['accountsChanged', 'chainChanged'],
    addresses: (chainId) => pairs.map((pair) => encodeAddress(pair.publicKey, prefixes[chainId] ?? 42)),
    async sign(request) {
      switch (request.method) {
        case 'polkadot_signMessage': {
          const { address, message } = parameters(signMessage, request)
          return { signature: u8aToHex(pairFor(address).sign(u8aWrapBytes(message))) }
        }
        case 'polkadot_signTransaction':
          return transaction(request)
        default:
          throw unsupportedMethod(request.method)
      }
    },
  }
}

/** Accounts are compared by key: one account has an address per chain. */
function publicKeyOf(address: string): string | undefined {
  try {
    return u8aToHex(decodeAddress(address))
  } catch {
    return undefined
  }
}
