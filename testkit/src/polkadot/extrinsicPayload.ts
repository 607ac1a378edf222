import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import * as z from 'zod/mini'
import { compact, unsigned } from './scale.js'

const hex = z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/))
const number = z.union([z.string().check(z.regex(/^0x[0-9a-fA-F]+$/)), z.number().check(z.int(), z.gte(0))])

/** What the page asks to be signed: SignerPayloadJSON of @polkadot/types, the fields this wallet needs. */
export const extrinsicPayloadSchema = z.object({
  address: z.string(),
  method: hex,
  era: hex,
  nonce: number,
  tip: number,
  specVersion: number,
  transactionVersion: number,
  genesisHash: hex,
  blockHash: hex,
  signedExtensions: z.array(z.string()),
  version: z.number(),
  mode: z.optional(z.number()),
  metadataHash: z.nullish(hex),
  assetId: z.nullish(z.unknown()),
})

/** What {@link extrinsicPayloadSchema} parses to. */
export type ExtrinsicPayloadJson = z.infer<typeof extrinsicPayloadSchema>

const bytes = (text: string) => hexToBytes(text.slice(2))
const nothing = new Uint8Array()

interface Extension {
  /** In the transaction itself. */
  extra?(payload: ExtrinsicPayloadJson): Uint8Array
  /** Only in what is signed. */
  additional?(payload: ExtrinsicPayloadJson): Uint8Array
}

const empty: Extension = {}
const mortality: Extension = {
  extra: ({ era }) => bytes(era),
  additional: ({ blockHash }) => bytes(blockHash),
}
const tip: Extension = { extra: (payload) => compact(BigInt(payload.tip)) }

/** The extensions whose fields are known. Any other could hide something, so it is refused. */
const extensions: Readonly<Record<string, Extension>> = {
  ChargeTransactionPayment: tip,
  ChargeAssetTxPayment: {
    extra(payload) {
      if (payload.assetId !== undefined && payload.assetId !== null) {
        throw new Error('The test wallet pays fees in the native coin only.')
      }
      return concatBytes(compact(BigInt(payload.tip)), unsigned(0n, 1))
    },
  },
  CheckEra: mortality,
  CheckMortality: mortality,
  CheckGenesis: { additional: ({ genesisHash }) => bytes(genesisHash) },
  CheckMetadataHash: {
    extra: ({ mode }) => unsigned(BigInt(mode ?? 0), 1),
    additional: ({ metadataHash }) =>
      metadataHash ? concatBytes(unsigned(1n, 1), bytes(metadataHash)) : unsigned(0n, 1),
  },
  CheckNonce: { extra: ({ nonce }) => compact(BigInt(nonce)) },
  CheckSpecVersion: { additional: ({ specVersion }) => unsigned(BigInt(specVersion), 4) },
  CheckTxVersion: { additional: ({ transactionVersion }) => unsigned(BigInt(transactionVersion), 4) },
  CheckNonZeroSender: empty,
  CheckWeight: empty,
  PrevalidateAttests: empty,
  StorageWeightReclaim: empty,
  WeightReclaim: empty,
}

const hashedAbove = 256

/**
 * The bytes a version 4 extrinsic's signature covers: the call, the extensions' fields in the chain's order, then
 * their additional data; hashed with BLAKE2b-256 when longer than 256 bytes. @throws Error for an unknown extension
 */
export function extrinsicPayloadBytes(payload: ExtrinsicPayloadJson): Uint8Array {
  if (payload.version !== 4)
    throw new Error(`The test wallet signs extrinsics of version 4, not ${payload.version}.`)
  const used = payload.signedExtensions.map((name) => {
    const extension = Object.hasOwn(extensions, name) ? extensions[name] : undefined
    if (!extension) throw new Error(`The test wallet does not know the signed extension ${name}.`)
    return extension
  })
  const whole = concatBytes(
    bytes(payload.method),
    ...used.map(({ extra }) => extra?.(payload) ?? nothing),
    ...used.map(({ additional }) => additional?.(payload) ?? nothing),
  )
  return whole.length > hashedAbove ? blake2b(whole, { dkLen: 32 }) : whole
}
