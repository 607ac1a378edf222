import { encodeBase58 } from '@latchkey/kernel/chain'

/** The head that accounts of both token programs share. */
export interface TokenAccount {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly frozen: boolean
}

export interface Mint {
  readonly decimals: number
  /** Whether another program has a say in each transfer, which then needs accounts that only it knows. */
  readonly transferHook: boolean
}

const tokenAccountLength = 165
const mintLength = 82
const hookExtension = 14
/** Token-2022 says of an account with extensions, after the length of a token account, what it is. */
const kinds = { mint: 1, account: 2 }

const view = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)

/** Reads a token account, or answers `undefined` when the data is none. */
export function readTokenAccount(data: Uint8Array): TokenAccount | undefined {
  const plain = data.length === tokenAccountLength
  if (!plain && !(data.length > tokenAccountLength && data[tokenAccountLength] === kinds.account))
    return undefined
  const state = data[108]
  if (state !== 1 && state !== 2) return undefined
  return {
    mint: encodeBase58(data.slice(0, 32)),
    owner: encodeBase58(data.slice(32, 64)),
    amount: view(data).getBigUint64(64, true),
    frozen: state === 2,
  }
}

/** Reads a mint, or answers `undefined` when the data is none. */
export function readMint(data: Uint8Array): Mint | undefined {
  const plain = data.length === mintLength
  if (!plain && !(data.length > tokenAccountLength && data[tokenAccountLength] === kinds.mint))
    return undefined
  if (data[45] !== 1) return undefined
  return { decimals: data[44] as number, transferHook: hasTransferHook(data) }
}

/** Extensions follow as type, length and value. A hook whose program is all zero is switched off. */
function hasTransferHook(data: Uint8Array): boolean {
  const at = view(data)
  let position = tokenAccountLength + 1
  while (position + 4 <= data.length) {
    const length = at.getUint16(position + 2, true)
    if (at.getUint16(position, true) === hookExtension) {
      return data.slice(position + 36, position + 68).some((byte) => byte !== 0)
    }
    position += 4 + length
  }
  return false
}
