// Accounts in the layout of the programs that keep names, placed on the local chain, where those programs don't run.
import type { SolanaStack } from '@latchkey/devstack/solana'
import { decodeBase58 } from '@latchkey/kernel/chain'
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  domainKey,
  favouriteKey,
  favouritesProgram,
  nameMint,
  nameProgram,
  recordClass,
  recordProgram,
  recordV1Key,
  recordV2Key,
  reverseClass,
  reverseKey,
  rootRegistry,
  solClass,
  solRecordKey,
  tokenizerProgram,
  tokenRecordKey,
} from '../src/lazy/names/nameKeys.js'
import { noKey } from '../src/lazy/names/readNameData.js'

export const bytes = (address: string) => decodeBase58(address) as Uint8Array
export const join = (...parts: (Uint8Array | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]))
const u32 = (value: number) => new Uint8Array(new Uint32Array([value]).buffer)
const i64 = (value: bigint) => new Uint8Array(new BigInt64Array([value]).buffer)
const head = (parent: string, owner: string, kind = noKey) => join(bytes(parent), bytes(owner), bytes(kind))
const parentOf = (labels: string[]) => (labels[1] === undefined ? rootRegistry : domainKey([labels[1]]))

export interface Key {
  readonly secret: Uint8Array
  readonly address: string
}

export function namePlaces(stack: SolanaStack) {
  const place = (address: string, data: Uint8Array, program = nameProgram) =>
    stack.placeAccount({ address, program, data })
  return {
    place,
    registry: (labels: string[], owner: string) => place(domainKey(labels), head(parentOf(labels), owner)),
    async favourite(owner: string, labels: string[], said = labels[0] as string) {
      const domain = domainKey(labels)
      const parent = labels[1] === undefined ? undefined : domainKey([labels[1]])
      await place(favouriteKey(owner), join([1], bytes(domain)), favouritesProgram)
      const text = new TextEncoder().encode(parent === undefined ? said : `\0${said}`)
      await place(
        reverseKey(domain, parent),
        join(head(parent ?? noKey, noKey, reverseClass), u32(text.length), text),
      )
    },
    recordV1(labels: string[], content: string, signer: Key) {
      const domain = domainKey(labels)
      const key = recordV1Key(domain)
      const digits = Buffer.from(join(bytes(content), bytes(key))).toString('hex')
      const signature = ed25519.sign(new TextEncoder().encode(digits), signer.secret)
      return place(key, join(head(domain, signer.address), bytes(content), signature))
    },
    recordV2(
      labels: string[],
      record: { content: string; provenFor: string; agreed?: string; proofs?: number[] },
    ) {
      const { content, provenFor, agreed = content, proofs = [1, 0, 1, 0] } = record
      const domain = domainKey(labels)
      const data = join(proofs, u32(32), bytes(provenFor), bytes(agreed), bytes(content))
      return place(recordV2Key(domain), join(head(domain, noKey, recordClass), data))
    },
    tokenRecord: (labels: string[], tag: number) => {
      const domain = domainKey(labels)
      const data = join([tag, 255], bytes(domain), bytes(noKey), bytes(nameMint(domain)))
      return place(tokenRecordKey(domain), data, tokenizerProgram)
    },
    solRecord(name: string, owner: string, { expiry = 0n, holder = 0, program = recordProgram } = {}) {
      const data = join([2], bytes(solClass), [holder], bytes(owner), [0], i64(expiry))
      return place(solRecordKey(name), data, program)
    },
    /** A mint of one, and the account that holds it. */
    async token(mint: string, program: string, holder: { account: string; owner: string; supply?: bigint }) {
      const { account, owner, supply = 1n } = holder
      await place(mint, join(new Uint8Array(36), i64(supply), [0, 1], new Uint8Array(36)), program)
      const state = join(bytes(mint), bytes(owner), i64(1n), new Uint8Array(36), [1], new Uint8Array(56))
      await place(account, state, program)
    },
  }
}
