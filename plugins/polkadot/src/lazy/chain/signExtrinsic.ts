import { type Account, BaseError, plainText } from '@latchkey/kernel/plugin'
import { invalidAnswer, encodeHex, readField } from '@latchkey/kernel/chain'
import type { ApiPromise } from '@polkadot/api'
import type { Extrinsic } from '@polkadot/types/interfaces'
import type { Codec, SignerPayloadJSON } from '@polkadot/types/types'
import type { PolkadotNetwork } from '../../networks.js'
import { accountKey } from '../../address.js'
import { signPayload } from '../signPayload.js'
import { hashMetadata, type MetadataProof } from './hashMetadata.js'

export interface SignExtrinsicOptions {
  readonly api: ApiPromise
  readonly network: PolkadotNetwork
  readonly account: Account
  readonly provider: unknown
  /** Unsigned. */
  readonly extrinsic: Extrinsic
  /** Called right before the wallet is asked. */
  handingOver?(): void
}

/**
 * Builds the payload of an extrinsic, with the account's next nonce and mortal for some minutes, and has the wallet sign
 * it. Where the runtime has `CheckMetadataHash`, the payload has the hash of the metadata it was built with (mode 1), so
 * that the chain refuses it if the node lied. A wallet may answer the whole transaction in place of a signature; it must be
 * what was asked.
 *
 * @throws ConnectorError `USER_REJECTED`, `WALLET_ANSWER_INVALID`; BaseError `POLKADOT_METADATA_WRONG`; what the node said.
 */
export async function signExtrinsic(options: SignExtrinsicOptions): Promise<Extrinsic> {
  const { api, network, account, extrinsic } = options
  const payload = await buildPayload(options, await hashMetadata(api, network))
  const { address: _, ...fields } = payload
  options.handingOver?.()
  const { signature, signedTransaction } = await signPayload({
    ...options,
    networkId: options.network.id,
    payload: fields,
  })
  if (signedTransaction !== undefined) {
    return checkedTransaction(options, payload, signedTransaction)
  }
  const signed = api.registry.createType('Extrinsic', extrinsic.toU8a(), { version: extrinsic.version })
  signed.addSignature(account.address, signature, payload)
  return signed as Extrinsic
}

async function buildPayload(
  { api, account, extrinsic }: SignExtrinsicOptions,
  proof: MetadataProof,
): Promise<SignerPayloadJSON> {
  const info = await api.derive.tx.signingInfo(account.address, -1)
  // The nonce -1 counts what waits in the node's pool, too.
  const { header, mortalLength, nonce } = info
  const { registry } = api
  if (!header)
    throw new BaseError('The node did not tell its newest block. Try again.', { code: 'POLKADOT_NODE_ERROR' })
  // Asked of the node, because a local chain's first block may have a hash that does not come of its header.
  const blockHash = await api.rpc.chain.getBlockHash(header.number.toNumber())
  const payload = registry.createTypeUnsafe<PayloadCodec>('SignerPayload', [
    {
      address: account.address,
      blockHash,
      blockNumber: header.number,
      era: registry.createTypeUnsafe('ExtrinsicEra', [
        { current: header.number.toNumber(), period: mortalLength },
      ]),
      genesisHash: api.genesisHash,
      method: extrinsic.method,
      nonce,
      runtimeVersion: api.runtimeVersion,
      signedExtensions: registry.signedExtensions,
      tip: 0,
      version: extrinsic.version,
      ...proof,
      withSignedTransaction: true,
    },
  ])
  return payload.toPayload()
}

interface PayloadCodec extends Codec {
  toPayload(): SignerPayloadJSON
}

/**
 * Reads the transaction a wallet answered in place of a signature. Call, sender, tip, nonce and lifetime are those that
 * were asked for. The hash of the metadata may be the wallet's own, which the chain checks; it may not be missing.
 */
function checkedTransaction(
  { api, account, provider, extrinsic }: SignExtrinsicOptions,
  payload: SignerPayloadJSON,
  signedTransaction: string,
): Extrinsic {
  const wallet = plainText(readField(provider, 'name')) || 'The wallet'
  const refuse = (what: string) => invalidAnswer(wallet, 'signPayload', `signedTransaction with ${what}`)
  let signed: Extrinsic
  try {
    signed = api.registry.createType('Extrinsic', signedTransaction) as Extrinsic
  } catch {
    throw refuse('bytes that are no extrinsic')
  }
  const sender = accountKey(signed.signer.toString())
  const own = accountKey(account.address)
  if (!signed.isSigned) throw refuse('no signature')
  if (!sender || !own || encodeHex(sender) !== encodeHex(own)) throw refuse('another sender')
  if (signed.method.toHex() !== extrinsic.method.toHex()) throw refuse('another call')
  if (!signed.nonce.eq(Number(payload.nonce))) throw refuse('another nonce')
  if (!signed.tip.eq(0)) throw refuse('a tip')
  // One that never expires could be replayed after the account was closed and opened again.
  if (signed.era.toHex() !== payload.era) throw refuse('another lifetime')
  if (payload.mode === 1 && signed.mode.toNumber() !== 1) throw refuse('no hash of the metadata')
  return signed
}
